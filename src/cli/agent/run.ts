// `baton agent run`: says something to an agent without a terminal, and prints its answer.

import { agentNamePattern } from '../../core/agents/addedAgent';
import type { AgentRunReport } from '../../core/agents/runReport';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { textOf } from '../blocker/options';
import { canAsk } from '../askYesNo';
import { inputText } from '../readInput';
import { stoppable } from '../stoppable';
import { launchOptions, unlessRunning } from './launch';
import type { Verb, VerbInput, VerbResult } from '../verb';
import { withAgents } from './withAgents';
import { standardError } from '../output';

export const run: Verb = {
  summary: msg('Say something to an agent without a terminal, and print its answer'),
  words: ['[AGENT]', '[MESSAGE...]'],
  options: {
    session: { type: 'string', value: 'ID', summary: msg('Goes on with it, or begins it') },
    resume: { type: 'boolean', summary: msg('Only where there is such a session') },
    fork: { type: 'boolean', summary: msg('With a copy of it, which gets an id of its own') },
    yes: launchOptions.yes,
    timeout: { type: 'string', value: 'SECONDS', summary: msg('1800 unless told') },
  },
  run: (input) =>
    withAgents(input, async (project) => {
      const { agent, words } = namedFirst(input);
      const message = words.length > 0 ? words.join(' ') : await typedOrPiped();
      // What was read to its end takes no answer any more.
      const isAsked = canAsk(input) && words.length > 0;
      const report = await unlessRunning(input, isAsked, (evenIfRunning) =>
        stoppable(({ signal }) =>
          project.runAgent({
            agent,
            message,
            session: textOf(input, 'session'),
            resume: input.values.resume === true ? true : undefined,
            fork: input.values.fork === true,
            adopt: true,
            evenIfRunning,
            timeoutMs: timeoutOf(input),
            signal,
            onStart: ({ session, logFile }) => {
              if (input.values.json !== true) {
                const said = input.t('Session {0}, log {1}', session, logFile);
                standardError.write(`${said}\n`);
              }
            },
          }),
        ),
      );
      return result(report, input);
    }),
};

/** A session has its agent, so that what is no name of one is said to it. */
function namedFirst(input: VerbInput) {
  const [first, ...others] = input.words;
  const isSaid = textOf(input, 'session') !== undefined && !agentNamePattern.test(first ?? '');
  return isSaid ? { agent: undefined, words: input.words } : { agent: first, words: others };
}

const longestMessage = 16 * 1024 * 1024;

async function typedOrPiped(): Promise<string> {
  const message = await inputText(longestMessage);
  if (message === undefined) {
    throw new UserError('long-message', msg('The message is longer than 16 MB.'));
  }
  return message;
}

function timeoutOf(input: VerbInput): number | undefined {
  const given = textOf(input, 'timeout');
  const seconds = Number(given);
  if (given !== undefined && !(seconds > 0 && seconds <= 86_400)) {
    throw new UserError('usage', msg('--timeout {0}: it has to be a number of seconds.', given));
  }
  return given === undefined ? undefined : seconds * 1_000;
}

function result(report: AgentRunReport, { t }: VerbInput): VerbResult {
  const { problem, text, denied, verdict, outcome, ...rest } = report;
  return {
    json: { ...rest, outcome, verdict, text, denied },
    text: () => {
      const lines = [
        text,
        ...(denied.length > 0
          ? [t('! It was not let use: {0}. Nobody is there to ask.', denied.join(', '))]
          : []),
      ];
      return `${lines.filter(Boolean).join('\n')}\n`;
    },
    notDone: problem,
  };
}
