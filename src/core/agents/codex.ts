// Codex: gives sessions ids of its own, so that the id of a new one is learned from what it prints or
// stores; goes on with one from any folder, in the folder that it is started in.

import { recordOf, textOf } from '../transcript/lineValues';
import type { AgentOutput, AgentStrategy, ResumeRequest } from './agentStrategy';
import { afterDashes, uuidArgument } from './argumentRules';
import { parsedLine } from './outputLine';

export const codex: AgentStrategy = {
  name: 'codex',
  title: 'Codex',
  program: 'codex',
  packageName: '@openai/codex',
  store: 'codex',
  support: () => ({
    presetId: false,
    resumeById: true,
    fork: true,
    presetForkId: false,
    headless: true,
  }),
  start: ({ isHeadless, prompt }) => ({
    args: isHeadless ? ['exec', '--json', '-'] : ['--no-daemon', ...afterDashes(prompt)],
  }),
  resume: (request) => ({ args: goOn('resume', request) }),
  fork: (request) => ({ args: goOn('fork', request) }),
  readOutput: (line) => {
    const value = parsedLine(line);
    return value && outputOf(value);
  },
};

/** Without its daemon, what is set for the terminal reaches hooks, and closing it ends the session. */
function goOn(verb: 'resume' | 'fork', { id, isHeadless, prompt }: ResumeRequest): string[] {
  const which = id === undefined ? ['--last'] : [uuidArgument(id)];
  return isHeadless
    ? ['exec', '--json', verb, ...which, '-']
    : [verb, '--no-daemon', ...which, ...afterDashes(prompt)];
}

function outputOf(value: Readonly<Record<string, unknown>>): AgentOutput {
  const item = recordOf(value.item);
  switch (value.type) {
    case 'thread.started':
      return { session: textOf(value.thread_id) };
    case 'item.completed':
      // The last one is the answer; those before say what it is about to do.
      return item.type === 'agent_message' ? { text: textOf(item.text), isWhole: true } : {};
    case 'turn.failed':
      return { error: textOf(recordOf(value.error).message) ?? 'error' };
    default:
      return {};
  }
}
