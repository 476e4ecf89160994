// Qwen Code: takes an id for a new session but not for a fork, and resumes by id in the session's own
// folder.

import type { AgentStrategy, FirstVersions, ResumeRequest } from './agentStrategy';
import { uuidArgument } from './argumentRules';
import { supportSince } from './firstVersions';
import { rest, startArguments } from './geminiArguments';
import { readStreamJson } from './streamJson';

/** The first release on npm whose `--help` has the option. npm for Node 20 installs 0.15.10. */
const since: FirstVersions = {
  presetId: '0.12.0',
  resume: '0.5.0',
  resumeById: '0.5.0',
  resumeKeepsId: '0.5.0',
  fork: '0.23.0',
  headlessFork: '0.23.0',
  presetForkId: null,
  headless: '0.5.0',
};

export const qwen: AgentStrategy = {
  name: 'qwen',
  title: 'Qwen Code',
  program: 'qwen',
  packageName: '@qwen-code/qwen-code',
  store: 'qwen',
  since,
  support: (version) => supportSince(since, version),
  start: (request) => ({ args: startArguments(request) }),
  resume: (request) => ({ args: [...resumed(request), ...rest(request)] }),
  fork: (request) => ({ args: [...resumed(request), '--fork-session', ...rest(request)] }),
  readOutput: readStreamJson,
};

function resumed({ id }: ResumeRequest): string[] {
  return id === undefined ? ['--continue'] : ['--resume', uuidArgument(id)];
}
