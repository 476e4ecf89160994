// Gemini CLI: takes an id for a new session, resumes by id in the session's own folder, and forks by
// the file of a session.

import { recordOf, textOf } from '../transcript/lineValues';
import type { AgentOutput, AgentStrategy, StartRequest } from './agentStrategy';
import { fileArgument, joined, uuidArgument } from './argumentRules';
import { parsedLine } from './outputLine';

export const gemini: AgentStrategy = {
  name: 'gemini',
  title: 'Gemini CLI',
  program: 'gemini',
  packageName: '@google/gemini-cli',
  store: 'gemini',
  support: () => ({
    presetId: true,
    resumeById: true,
    fork: true,
    presetForkId: false,
    headless: true,
  }),
  start: (request) => ({
    args: [
      ...(request.id === undefined ? [] : ['--session-id', uuidArgument(request.id)]),
      ...rest(request),
    ],
  }),
  resume: (request) => ({
    args: [
      '--resume',
      request.id === undefined ? 'latest' : uuidArgument(request.id),
      ...rest(request),
    ],
  }),
  fork: (request) =>
    request.file === undefined
      ? undefined
      : { args: ['--session-file', fileArgument(request.file), ...rest(request)] },
  readOutput: (line) => {
    const value = parsedLine(line);
    return value && outputOf(value);
  },
};

/** Without a terminal on stdin it is headless by itself. */
export function rest({ isHeadless, prompt }: StartRequest): string[] {
  return isHeadless ? ['--output-format', 'stream-json'] : joined('--prompt-interactive', prompt);
}

function outputOf(value: Readonly<Record<string, unknown>>): AgentOutput {
  switch (value.type) {
    case 'init':
      return { session: textOf(value.session_id) };
    case 'message':
      return value.role === 'assistant' ? { text: textOf(value.content) } : {};
    case 'tool_use':
      return { endsMessage: true };
    case 'result':
      return value.status === 'success'
        ? {}
        : { error: textOf(recordOf(value.error).message) ?? 'error' };
    default:
      return {};
  }
}
