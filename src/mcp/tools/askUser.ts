// ask_user: an agent asks its user, who may sit elsewhere, and gets the answer.

import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { Outcome } from '../../core/sessions/questions';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { speaks } from '../annotations';
import type { ServerPlace } from '../server';
import { toolAnswer } from '../toolAnswer';
import { inSession, waitShape, whileWaiting } from '../waitingTool';

const input = z.strictObject({
  question: z.string().min(1).max(4_000).optional().describe('What to ask, in a sentence or two'),
  options: z
    .array(z.string().min(1).max(200))
    .max(20)
    .optional()
    .describe('Answers to choose from; the user may also write another one'),
  context: z
    .string()
    .max(10_000)
    .optional()
    .describe('What the user has to know to answer: they may not see this conversation'),
  timeout: z
    .number()
    .min(1)
    .max(604_800)
    .optional()
    .describe('Seconds after which the answer is of no use; without it the question stays open'),
  question_id: z
    .string()
    .regex(/^q-\d{10,16}-[0-9a-f]{6}$/)
    .optional()
    .describe('Of a question that was pending: waits on for its answer. Then give no question'),
  wait: waitShape,
});

const output = z.object({
  question_id: z.string(),
  status: z
    .enum(['answered', 'pending', 'expired', 'cancelled'])
    .describe('pending: nobody has answered yet; call again with the question_id'),
  answer: z.string().nullable(),
  answered_by: z.string().nullable(),
  answered_at: z.string().nullable(),
});

export function registerAskUser(server: McpServer, place: ServerPlace): void {
  server.registerTool(
    'ask_user',
    {
      title: 'Ask User',
      description:
        'Ask the user something that only they can decide, and wait for the answer. It appears in VS Code with buttons for the options, and "baton sessions answer" answers it in a terminal; the first answer counts. Where the status is pending, call again with the question_id, or go on with something else meanwhile.',
      inputSchema: input,
      outputSchema: output,
      annotations: speaks,
    },
    ({ question, options, context: about, timeout, question_id: known, wait }, context) =>
      toolAnswer(place.logger, () =>
        inSession(place, async (project, session) => {
          if ((question === undefined) === (known === undefined)) {
            throw new UserError(
              'usage',
              msg('Give either a question, or the question_id of one that is pending.'),
            );
          }
          const id =
            known ??
            (
              await project.askUser(session, {
                question: question ?? '',
                options,
                context: about,
                timeout,
              })
            ).questionId;
          const outcome = await whileWaiting(context, wait, words, (waiting) =>
            project.awaitAnswer(session, id, waiting),
          );
          return toOutput(id, outcome);
        }),
      ),
  );
}

const words = { first: 'The user is asked.', still: 'Nobody has answered yet.' };

function toOutput(id: string, outcome: Outcome): z.infer<typeof output> {
  const response = outcome.status === 'answered' ? outcome.response : undefined;
  return {
    question_id: id,
    status: outcome.status,
    answer: response?.answer ?? null,
    answered_by: response?.respondedBy ?? null,
    answered_at: response?.respondedAt ?? null,
  };
}
