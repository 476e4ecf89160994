// Claude Code: takes an id for a new session and for a fork, and resumes by id from any folder.

import type { AgentStrategy, ForkRequest, ResumeRequest, StartRequest } from './agentStrategy';
import { afterDashes, uuidArgument } from './argumentRules';
import { readStreamJson } from './streamJson';

export const claude: AgentStrategy = {
  name: 'claude',
  title: 'Claude Code',
  program: 'claude',
  packageName: '@anthropic-ai/claude-code',
  store: 'claude',
  support: () => ({
    presetId: true,
    resumeById: true,
    fork: true,
    presetForkId: true,
    headless: true,
  }),
  start: (request) => ({
    args: [...idOption(request.id), ...rest(request)],
  }),
  resume: (request) => ({ args: [...resumed(request), ...rest(request)] }),
  fork: (request) => ({
    args: [...resumed(request), '--fork-session', ...idOption(request.newId), ...rest(request)],
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
