// `baton agent confirm`: a person takes over a proposed CLI, after seeing what it is.

import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import type { Verb } from '../verb';
import { agentLines } from './agentText';
import { withAgents } from './withAgents';

export const confirm: Verb = {
  summary: msg('Take over an agent that was proposed'),
  words: ['NAME'],
  options: { yes: { type: 'boolean', summary: msg('Do it; else it is only shown') } },
  run: (input) =>
    withAgents(input, async (project) => {
      const [name = ''] = input.words;
      const { t } = input;
      const found = (await project.proposedAgents()).find((each) => each.name === name);
      if (!found) {
        throw new UserError(
          'no-proposal',
          msg('Nobody proposed an agent {0}. See "baton agent list --proposed".', name),
        );
      }
      const isDone = input.values.yes === true;
      const agent = isDone ? await project.confirmAgent(name) : found.agent;
      return {
        json: { name, agent, isConfirmed: isDone },
        text: () => [isDone ? t('Added: {0}', name) : name, ...agentLines(agent, t), ''].join('\n'),
        notDone: isDone
          ? undefined
          : msg('Nothing was changed. Look at its command and arguments, then add --yes.'),
      };
    }),
};
