// `baton sessions heartbeat`: a sign of life, for what has neither hooks nor the MCP server.

import { msg } from '../../core/support/message';
import { withProject } from '../blocker/options';
import type { Verb } from '../verb';
import { chosenSession } from './chosenSession';

export const heartbeat: Verb = {
  summary: msg('Say that a session is alive, at least every five minutes'),
  words: ['[ID]'],
  options: {
    active: { type: 'boolean', summary: msg('It also does something') },
  },
  run: (input) =>
    withProject(input, async (project) => {
      const { id } = await chosenSession(project, input.words[0], input.env);
      await project.beatLiveSession(id, { isActive: input.values.active === true });
      return { json: { sessionId: id }, text: () => '' };
    }),
};
