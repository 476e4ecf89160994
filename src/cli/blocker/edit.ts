// `baton blocker edit`: puts right what is written about a blocker.

import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import type { Verb } from '../verb';
import {
  chosenId,
  descriptiveOptions,
  lineOf,
  severityOf,
  textOf,
  typeOf,
  withProject,
} from './options';

export const edit: Verb = {
  summary: msg('Change what is written about a blocker'),
  words: ['[ID]'],
  options: {
    ...descriptiveOptions,
    description: { type: 'string', value: 'TEXT', summary: msg('What it is') },
  },
  run: async (input) => {
    const changes = {
      type: typeOf(input),
      severity: severityOf(input),
      description: textOf(input, 'description'),
      resolution: textOf(input, 'resolution'),
    };
    if (Object.values(changes).every((each) => each === undefined)) {
      throw new UserError('usage', msg('Say what to change. See "baton blocker edit --help".'));
    }
    const blocker = await withProject(input, async (project) =>
      project.editBlocker(await chosenId(project, input.words[0]), changes),
    );
    return { json: { blocker }, text: () => `${lineOf(blocker, input.t)}\n` };
  },
};
