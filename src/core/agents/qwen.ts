// Qwen Code: takes an id for a new session but not for a fork, and resumes by id in the session's own
// folder.

import type { AgentStrategy, ResumeRequest } from './agentStrategy';
import { uuidArgument } from './argumentRules';
import { geminiSupport, rest, startArguments } from './geminiArguments';
import { readStreamJson } from './streamJson';

export const qwen: AgentStrategy = {
  name: 'qwen',
  title: 'Qwen Code',
  program: 'qwen',
  packageName: '@qwen-code/qwen-code',
  store: 'qwen',
  support: () => geminiSupport,
  start: (request) => ({ args: startArguments(request) }),
  resume: (request) => ({ args: [...resumed(request), ...rest(request)] }),
  fork: (request) => ({ args: [...resumed(request), '--fork-session', ...rest(request)] }),
  readOutput: readStreamJson,
};

function resumed({ id }: ResumeRequest): string[] {
  return id === undefined ? ['--continue'] : ['--resume', uuidArgument(id)];
}
