// `baton agent confirm`: a person takes over a proposed CLI, after seeing what it is.

import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { canAsk, isAgreed } from '../askYesNo';
import type { Verb } from '../verb';
import { agentLines } from './agentText';
import { withAgents } from './withAgents';

export const confirm: Verb = {
  summary: msg('Take over an agent that was proposed'),
  words: ['NAME'],
  options: { yes: { type: 'boolean', summary: msg('Do it without a question') } },
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
      const lines = agentLines(found.agent, t);
      const isDone =
        input.values.yes === true ||
        (canAsk(input) &&
          (await isAgreed([name, ...lines, t('Is Baton to run it?')].join('\n'), t)));
      // Whoever proposed it may change it at any time, so it is what was shown or nothing.
      const agent = isDone ? await project.confirmAgent(name, found.agent) : found.agent;
      return {
        json: { name, agent, isConfirmed: isDone },
        text: () => [isDone ? t('Added: {0}', name) : name, ...lines, ''].join('\n'),
        notDone: isDone
          ? undefined
          : msg('Nothing was changed. Look at its command and arguments, then add --yes.'),
      };
    }),
};
