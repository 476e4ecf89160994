// What each event of an agent leads to. What an event does not need is not loaded; what fails is
// logged, because an agent must never be held up by what only watches it.

import { type HookInput, readStandardInput, toHookInput } from './hookInput';
import { mayBeTagged } from './tagged';

type Env = Readonly<NodeJS.ProcessEnv>;

/** Prints what is injected, which most events leave empty. */
export async function runHook(
  event: string,
  env: Env,
  print: (text: string) => void,
  read: () => Promise<Buffer> = readStandardInput,
): Promise<void> {
  try {
    const text = await handle(event, toHookInput(await read()), env, print);
    print(text ?? '');
  } catch (error) {
    const { logFailure } = await import('./hookLog');
    logFailure(event, error, env);
  }
}

async function handle(
  event: string,
  input: HookInput,
  env: Env,
  print: (text: string) => void,
): Promise<string | undefined> {
  switch (event) {
    case 'SessionStart':
      await (await import('./sessionStart')).sessionStart(input, env, print);
      return undefined;
    case 'UserPromptSubmit':
      return (await import('./userPrompt')).userPrompt(input, env);
    case 'PostToolUse':
    case 'PostToolUseFailure':
      await (await import('./toolUse')).toolUse(input, event, env);
      return undefined;
    case 'Stop':
      await (await import('./stop')).stop(input, env);
      return undefined;
    case 'SubagentStop':
      if (mayBeTagged(input)) {
        await (await import('./subagentStop')).subagentStop(input, env);
      }
      return undefined;
    case 'PreCompact':
    case 'SessionEnd':
      await (await import('./keepContext')).keepContext(input, event, env);
      return undefined;
    default:
      // PostCompact and Notification say nothing yet that is not saved elsewhere.
      return undefined;
  }
}
