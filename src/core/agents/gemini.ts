// Gemini CLI: takes an id for a new session, resumes by id in the session's own folder, and forks by
// the file of a session.

import { recordOf, textOf } from '../transcript/lineValues';
import type { AgentOutput, AgentStrategy } from './agentStrategy';
import { fileArgument, uuidArgument } from './argumentRules';
import { geminiSupport, rest, startArguments } from './geminiArguments';
import { parsedLine } from './outputLine';

export const gemini: AgentStrategy = {
  name: 'gemini',
  title: 'Gemini CLI',
  program: 'gemini',
  packageName: '@google/gemini-cli',
  store: 'gemini',
  support: () => geminiSupport,
  start: (request) => ({ args: startArguments(request) }),
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
