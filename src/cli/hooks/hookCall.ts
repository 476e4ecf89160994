// How a hook was called: `hook EVENT`, for other agents than Claude Code with `--agent NAME`, and with
// `--shared` from settings that came with the repository.

import { type AgentName, agentNames } from '../../core/transcript/transcriptEvent';

export interface HookCall {
  /** As the agent names it. */
  readonly event: string;
  readonly agent: AgentName;
  /** Else it is from the user's own settings, and acts only where it was installed for. */
  readonly isShared: boolean;
}

/** Who calls a hook, and with what around. */
export interface HookCaller extends Omit<HookCall, 'event'> {
  readonly env: Readonly<NodeJS.ProcessEnv>;
}

/** The folder that the agent was started in, wherever it has gone since; empty where it does not say. */
export function startedIn({ env, agent }: HookCaller): string {
  const { CLAUDE_PROJECT_DIR, GEMINI_PROJECT_DIR, QWEN_PROJECT_DIR } = env;
  // Codex sets none: what there is comes from an agent around it.
  return agent === 'codex'
    ? ''
    : CLAUDE_PROJECT_DIR || GEMINI_PROJECT_DIR || QWEN_PROJECT_DIR || '';
}

/** undefined for anything but what stands in settings. */
export function parseHookCall(words: readonly string[]): HookCall | undefined {
  const [event = '', flag, name, ...rest] = words;
  if (event === '' || event.startsWith('-')) {
    return undefined;
  }
  if (flag === undefined) {
    return { event, agent: 'claude', isShared: false };
  }
  const agent = flag === '--agent' ? agentNames.find((each) => each === name) : undefined;
  const isShared = rest[0] === '--shared';
  return agent && rest.length === (isShared ? 1 : 0) ? { event, agent, isShared } : undefined;
}
