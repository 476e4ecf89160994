// `baton agent remove`: takes out a CLI that was added or proposed.

import { msg } from '../../core/support/message';
import type { Verb } from '../verb';
import { withAgents } from './withAgents';

export const remove: Verb = {
  summary: msg('Take out an agent that was added or proposed'),
  words: ['NAME'],
  run: (input) =>
    withAgents(input, async (project) => {
      const [name = ''] = input.words;
      await project.removeAgent(name);
      return { json: { name }, text: () => `${input.t('Removed: {0}', name)}\n` };
    }),
};
