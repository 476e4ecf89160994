// Codex: gives sessions ids of its own, so that the id of a new one is learned from what it prints or
// stores; goes on with one from any folder, in the folder that it is started in.

import { recordOf, textOf } from '../transcript/lineValues';
import type { AgentOutput, AgentStrategy, FirstVersions, ResumeRequest } from './agentStrategy';
import { afterDashes, uuidArgument } from './argumentRules';
import { supportSince } from './firstVersions';
import { parsedLine } from './outputLine';
import { isAtLeast } from './versions';

/**
 * The first release on npm whose `--help` has the verb: `codex resume`, `codex fork`, `codex exec fork`.
 * `exec --json` printed something else before 0.44.0, which was seen by running it.
 */
const since: FirstVersions = {
  presetId: null,
  resume: '0.36.0',
  resumeById: '0.36.0',
  resumeKeepsId: '0.36.0',
  fork: '0.87.0',
  headlessFork: '0.148.0',
  presetForkId: null,
  headless: '0.44.0',
};
/** An option that an older one does not know ends it. */
const daemonOption = '0.156.0';

export const codex: AgentStrategy = {
  name: 'codex',
  title: 'Codex',
  program: 'codex',
  packageName: '@openai/codex',
  store: 'codex',
  since,
  support: (version) => supportSince(since, version),
  start: ({ isHeadless, prompt, version }) => ({
    args: isHeadless ? ['exec', '--json', '-'] : [...noDaemon(version), ...afterDashes(prompt)],
  }),
  resume: (request) => ({ args: goOn('resume', request) }),
  fork: (request) => ({ args: goOn('fork', request) }),
  readOutput: (line) => {
    const value = parsedLine(line);
    return value && outputOf(value);
  },
};

/** Without its daemon, what is set for the terminal reaches hooks, and closing it ends the session. */
function noDaemon(version: string | undefined): string[] {
  return isAtLeast(version, daemonOption) ? ['--no-daemon'] : [];
}

function goOn(
  verb: 'resume' | 'fork',
  { id, isHeadless, prompt, version }: ResumeRequest,
): string[] {
  const which = id === undefined ? ['--last'] : [uuidArgument(id)];
  return isHeadless
    ? ['exec', '--json', verb, ...which, '-']
    : [verb, ...noDaemon(version), ...which, ...afterDashes(prompt)];
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
