// `baton agent rename`: what a session is called.

import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { withProject } from '../blocker/options';
import type { Verb } from '../verb';
import { chosenSession } from './chosenSession';

export const rename: Verb = {
  summary: msg('Give a session another title'),
  words: ['ID', 'TITLE...'],
  run: (input) =>
    withProject(input, async (project) => {
      const [word, ...words] = input.words;
      const title = words.join(' ');
      if (title === '') {
        throw new UserError('usage', msg('Say what the session shall be called.'));
      }
      const { id } = await chosenSession(project, word);
      await project.renameAgentSession(id, title);
      return {
        json: { session: id, title },
        text: () => `${input.t('{0} is now called: {1}', id, title)}\n`,
      };
    }),
};
