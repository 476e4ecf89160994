// `baton sessions send`: a line of work for a session that waits for one.

import { isAgentShell } from '../../core/support/agentShell';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { withProject } from '../blocker/options';
import type { Verb } from '../verb';
import { chosenSession } from './chosenSession';

export const send: Verb = {
  summary: msg('Send a line of work to a session; its agent takes it with wait_for_command'),
  words: ['ID', 'WORK'],
  run: (input) =>
    withProject(input, async (project) => {
      const [named, work] = input.words;
      if (named === undefined || work === undefined || work.trim() === '') {
        throw new UserError('usage', msg('Give the id of the session and what is to be done.'));
      }
      if (isAgentShell(input.env)) {
        throw new UserError(
          'agent',
          msg(
            'Work is sent by the user: an agent does not send it. Use a terminal of your own, or VS Code.',
          ),
        );
      }
      const { id } = await chosenSession(project, named, input.env);
      const { commandId } = await project.sendCommand(id, work);
      return { json: { commandId, sessionId: id }, text: () => `${commandId}\n` };
    }),
};
