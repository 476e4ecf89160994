// `baton sessions answer`: the user answers what a session asks. Nobody answers for the user.

import { isAgentShell } from '../../core/support/agentShell';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { shortLine } from '../../core/support/plainText';
import { withProject } from '../blocker/options';
import type { Verb } from '../verb';

export const answer: Verb = {
  summary: msg('Answer a question of a session; the first answer counts'),
  words: ['QUESTION-ID', 'ANSWER'],
  run: (input) =>
    withProject(input, async (project) => {
      const [id, text] = input.words;
      if (id === undefined || text === undefined || text.trim() === '') {
        throw new UserError('usage', msg('Give the id of the question and the answer.'));
      }
      if (isAgentShell(input.env)) {
        throw new UserError(
          'agent',
          msg(
            'Questions are for the user: an agent does not answer them. Answer in a terminal of your own, or in VS Code.',
          ),
        );
      }
      const { question, sessionId } = await project.answerQuestion(id, {
        answer: text,
        source: 'cli',
      });
      const line = input.t('{0}: {1}', shortLine(question, 80), shortLine(text, 80));
      return { json: { questionId: id, sessionId, answer: text }, text: () => `${line}\n` };
    }),
};
