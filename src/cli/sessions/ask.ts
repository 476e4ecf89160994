// `baton sessions ask`: a session asks the user, for scripts and for agents without the MCP server.

import type { Outcome } from '../../core/sessions/questions';
import { UserError } from '../../core/support/errors';
import { type Message, msg } from '../../core/support/message';
import { textOf, withProject } from '../blocker/options';
import { stoppable } from '../stoppable';
import type { Verb, VerbInput } from '../verb';
import { chosenSession } from './chosenSession';

export const ask: Verb = {
  summary: msg('Ask the user something, and wait for the answer'),
  words: ['QUESTION'],
  options: {
    session: { type: 'string', value: 'ID', summary: msg('Which session asks') },
    option: { type: 'string', multiple: true, value: 'TEXT', summary: msg('An answer to choose') },
    context: { type: 'string', value: 'TEXT', summary: msg('What the user has to know for it') },
    timeout: {
      type: 'string',
      value: 'SECONDS',
      summary: msg('After which nobody needs the answer any more'),
    },
    wait: {
      type: 'string',
      value: 'SECONDS',
      summary: msg('How long to wait here; until there is an answer unless told'),
    },
  },
  run: (input) =>
    withProject(input, async (project) => {
      const [question = ''] = input.words;
      if (question.trim() === '') {
        throw new UserError('usage', msg('Give the question: baton sessions ask "Which one?"'));
      }
      const timeout = seconds(input, 'timeout');
      const wait = seconds(input, 'wait');
      const { id } = await chosenSession(project, textOf(input, 'session'), input.env);
      const asked = await project.askUser(id, {
        question,
        options: (input.values.option ?? []) as string[],
        context: textOf(input, 'context'),
        timeout,
      });
      const { questionId } = asked;
      const waitMs = wait === undefined ? longestWait : wait * 1_000;
      const outcome = await stoppable(({ signal }) =>
        project.awaitAnswer(id, questionId, { waitMs, signal }).catch((error: unknown): Outcome => {
          if (signal.aborted) {
            return { status: 'cancelled' };
          }
          throw error;
        }),
      );
      const response = outcome.status === 'answered' ? outcome.response : undefined;
      return {
        json: { questionId, sessionId: id, status: outcome.status, response: response ?? null },
        text: () => (response ? `${response.answer}\n` : ''),
        notDone: response ? undefined : reasonOf(outcome, questionId),
      };
    }),
};

/** The longest that a timer takes. */
const longestWait = 2 ** 31 - 1;

function reasonOf({ status }: Outcome, id: string): Message {
  switch (status) {
    case 'expired':
      return msg('Nobody answered question {0} in time.', id);
    case 'cancelled':
      return msg('Question {0} was cancelled.', id);
    default:
      return msg('Question {0} has no answer yet: "baton sessions list" shows it.', id);
  }
}

function seconds(input: VerbInput, name: string): number | undefined {
  const text = textOf(input, name);
  const value = Number(text);
  if (text !== undefined && !(value >= 0 && value <= longestWait / 1_000)) {
    throw new UserError('usage', msg('--{0} {1}: it has to be a number of seconds.', name, text));
  }
  return text === undefined ? undefined : value;
}
