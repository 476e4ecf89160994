// Claude Code: takes an id for a new session and for a fork, and resumes by id from any folder.

import type {
  AgentStrategy,
  FirstVersions,
  ForkRequest,
  ResumeRequest,
  StartRequest,
} from './agentStrategy';
import { afterDashes, uuidArgument } from './argumentRules';
import { supportSince } from './firstVersions';
import { readStreamJson } from './streamJson';
import { isAtLeast } from './versions';

/** Before it was there, a resume made a copy anyway. */
const forkOption = '1.0.119';

/**
 * The first release on npm whose `--help` has the option. Before 1.0.124 every resume went on in a copy,
 * and before 2.0.73 a fork with an id was refused: both seen by running the release before and the
 * first one. Nothing older than 0.2.126 was looked at.
 */
const since: FirstVersions = {
  presetId: '1.0.53',
  resume: '0.2.126',
  resumeById: '0.2.126',
  resumeKeepsId: '1.0.124',
  fork: '0.2.126',
  headlessFork: '0.2.126',
  presetForkId: '2.0.73',
  headless: '0.2.126',
};

export const claude: AgentStrategy = {
  name: 'claude',
  title: 'Claude Code',
  program: 'claude',
  packageName: '@anthropic-ai/claude-code',
  store: 'claude',
  since,
  support: (version) => supportSince(since, version),
  start: (request) => ({
    args: [...idOption(request.id), ...rest(request)],
  }),
  resume: (request) => ({ args: [...resumed(request), ...rest(request)] }),
  fork: (request) => ({
    args: [
      ...resumed(request),
      ...(isAtLeast(request.version, forkOption) ? ['--fork-session'] : []),
      ...idOption(request.newId),
      ...rest(request),
    ],
  }),
  readOutput: readStreamJson,
};

function idOption(id: string | undefined): string[] {
  return id === undefined ? [] : ['--session-id', uuidArgument(id)];
}

function resumed({ id }: ResumeRequest): string[] {
  return id === undefined ? ['--continue'] : ['--resume', uuidArgument(id)];
}

function rest({ isHeadless, prompt }: StartRequest | ForkRequest): string[] {
  return isHeadless
    ? ['--print', '--output-format', 'stream-json', '--verbose']
    : afterDashes(prompt);
}
