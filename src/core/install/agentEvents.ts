// The events of each agent that Baton listens to, by the agent's own names.

import type { AgentName } from '../transcript/transcriptEvent';
import { type HookEvent, hookEvents } from './hookEntries';

/** Codex gives these at most three seconds. */
const shortest = 3;

export const agentEvents: Readonly<Record<AgentName, readonly HookEvent[]>> = {
  claude: hookEvents,
  codex: [
    { name: 'SessionStart', timeout: 15 },
    { name: 'UserPromptSubmit', timeout: 10 },
    { name: 'PostToolUse', matcher: 'Bash', timeout: 15 },
    { name: 'PreCompact', timeout: 30 },
    { name: 'PostCompact', timeout: 15 },
    { name: 'Stop', timeout: 30 },
    // A turn that a person interrupts has no other end.
    { name: 'Interrupt', timeout: shortest },
    { name: 'SubagentStop', timeout: 15 },
    { name: 'SessionEnd', timeout: shortest },
  ],
  gemini: [
    { name: 'SessionStart', timeout: 15 },
    { name: 'BeforeAgent', means: 'UserPromptSubmit', timeout: 10 },
    { name: 'AfterTool', means: 'PostToolUse', matcher: 'run_shell_command', timeout: 15 },
    // Without it, before every call of the model, whether anything is compressed or not.
    { name: 'PreCompress', means: 'PreCompact', matcher: 'manual', timeout: 30 },
    { name: 'AfterAgent', means: 'Stop', timeout: 30 },
    { name: 'Notification', timeout: 10 },
    { name: 'SessionEnd', timeout: 10 },
  ],
  qwen: hookEvents.map((event) =>
    event.matcher === undefined ? event : { ...event, matcher: 'run_shell_command' },
  ),
};

/** What an event is in the words of Claude Code. */
export function meaningOf(agent: AgentName, event: string): string {
  return agentEvents[agent].find(({ name }) => name === event)?.means ?? event;
}
