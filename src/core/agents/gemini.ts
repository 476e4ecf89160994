// Gemini CLI: takes an id for a new session, resumes by id in the session's own folder, and forks by
// the file of a session.

import { recordOf, textOf } from '../transcript/lineValues';
import type { AgentOutput, AgentStrategy, FirstVersions } from './agentStrategy';
import { fileArgument, uuidArgument } from './argumentRules';
import { supportSince } from './firstVersions';
import { rest, startArguments } from './geminiArguments';
import { parsedLine } from './outputLine';

/**
 * The first release on npm whose `--help` has the option; a fork is `--session-file`. 0.15.3 has
 * `--resume`, but then takes no words on stdin; that 0.20.0 does, and takes ids, which no help says,
 * was seen by running it. Nothing older than 0.11.3 was looked at.
 */
const since: FirstVersions = {
  presetId: '0.41.0',
  resume: '0.20.0',
  resumeById: '0.20.0',
  resumeKeepsId: '0.20.0',
  fork: '0.43.0',
  headlessFork: '0.43.0',
  presetForkId: null,
  headless: '0.11.3',
};

export const gemini: AgentStrategy = {
  name: 'gemini',
  title: 'Gemini CLI',
  program: 'gemini',
  packageName: '@google/gemini-cli',
  store: 'gemini',
  since,
  support: (version) => supportSince(since, version),
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
