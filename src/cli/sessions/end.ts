// `baton sessions end`: the work of a session is over.

import { msg } from '../../core/support/message';
import { withProject } from '../blocker/options';
import type { Verb } from '../verb';
import { chosenSession } from './chosenSession';

export const end: Verb = {
  summary: msg('End a session; an agent that goes on in it brings it back'),
  words: ['[ID]'],
  run: (input) =>
    withProject(input, async (project) => {
      const { id } = await chosenSession(project, input.words[0], input.env);
      await project.endLiveSession(id);
      return { json: { sessionId: id, status: 'terminated' }, text: () => `${id}\n` };
    }),
};
