// What each event of an agent leads to. What an event does not need is not loaded; what fails is
// logged, because an agent must never be held up by what only watches it.

import type { HookCall, HookCaller } from './hookCall';
import { type HookInput, readStandardInput, text, toHookInput } from './hookInput';
import { signOfLife } from './signOfLife';
import { mayBeTagged } from './tagged';

/** Prints what is injected, which most events leave empty. */
export async function runHook(
  { event, ...call }: HookCall,
  env: Readonly<NodeJS.ProcessEnv>,
  print: (text: string) => void,
  read: () => Promise<Buffer> = readStandardInput,
): Promise<void> {
  const caller = { ...call, env };
  try {
    const told = toHookInput(await read());
    if (call.agent === 'claude') {
      print((await handle(event, told, caller, print)) ?? '');
      return;
    }
    const { toldBy } = await import('./agentInput');
    const { event: meaning, input } = toldBy(call.agent, event, told);
    const printTold = (text: string) => {
      print(call.agent === 'gemini' ? asJson(event, text) : text);
    };
    printTold((await handle(meaning, input, caller, printTold)) ?? '');
  } catch (error) {
    const { logFailure } = await import('./hookLog');
    logFailure(event, error, env);
  }
}

/** Gemini CLI shows plain words to the person only. */
function asJson(event: string, text: string): string {
  const hookSpecificOutput = { hookEventName: event, additionalContext: text };
  return text === '' ? '' : JSON.stringify({ hookSpecificOutput });
}

async function handle(
  event: string,
  input: HookInput,
  caller: HookCaller,
  print: (text: string) => void,
): Promise<string | undefined> {
  const isLive = event !== 'SessionEnd' && signOfLife(event, input, caller);
  switch (event) {
    case 'SessionStart':
      await (await import('./sessionStart')).sessionStart(input, caller, print);
      if (!isLive || input.source !== 'compact') {
        await (await import('./liveSession')).openLive(input, caller);
      }
      return undefined;
    case 'UserPromptSubmit': {
      const said = await (await import('./userPrompt')).userPrompt(input, caller);
      // Baton came while it ran, or it was away for longer than an hour.
      if (!isLive) {
        print(said ?? '');
        await (await import('./liveSession')).openLive(input, caller);
        return undefined;
      }
      return said;
    }
    case 'PostToolUse':
    case 'PostToolUseFailure':
      await (await import('./toolUse')).toolUse(input, event, caller);
      return undefined;
    case 'Stop':
      await (await import('./stop')).stop(input, caller);
      return undefined;
    case 'SubagentStop':
      if (mayBeTagged(input)) {
        await (await import('./subagentStop')).subagentStop(input, caller);
      }
      return undefined;
    case 'SessionEnd':
      await ended(input, caller);
      await (await import('./keepContext')).keepContext(input, event, caller);
      return undefined;
    case 'PreCompact':
      await (await import('./keepContext')).keepContext(input, event, caller);
      return undefined;
    case 'Interrupt':
      await (await import('./keepContext')).keepContext(input, 'Stop', caller);
      return undefined;
    case 'Notification':
      if (isLive && waits.test(text(input.notification_type))) {
        await (await import('./liveSession')).waitLive(input, caller);
      }
      return undefined;
    default:
      // PostCompact says nothing that is not saved elsewhere.
      return undefined;
  }
}

/** What an agent says when it waits for its user; the last one is Gemini CLI's. */
const waits = /^(?:permission_prompt|idle_prompt|agent_needs_input|ToolPermission)$/;

/** Whether that is noted must not decide whether the context is saved. */
async function ended(input: HookInput, caller: HookCaller): Promise<void> {
  try {
    await (await import('./liveSession')).endLive(input, caller);
  } catch (error) {
    const { logFailure } = await import('./hookLog');
    logFailure('SessionEnd', error, caller.env);
  }
}
