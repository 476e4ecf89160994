// `baton agent forget`: takes a session out of the registry; its transcript stays.

import { msg } from '../../core/support/message';
import { withProject } from '../blocker/options';
import type { Verb } from '../verb';
import { chosenSession } from './chosenSession';

export const forget: Verb = {
  summary: msg('Take a session out of the registry; its transcript and an archived entry stay'),
  words: ['ID'],
  run: (input) =>
    withProject(input, async (project) => {
      const { id } = await chosenSession(project, input.words[0]);
      await project.forgetAgentSession(id);
      return { json: { session: id }, text: () => `${input.t('Forgotten: {0}', id)}\n` };
    }),
};
