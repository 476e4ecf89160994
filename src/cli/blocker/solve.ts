// `baton blocker solve`: a person says that it is over.

import { msg } from '../../core/support/message';
import type { Verb } from '../verb';
import { chosenId, lineOf, textOf, withProject } from './options';

export const solve: Verb = {
  summary: msg('Close a blocker that is solved'),
  words: ['[ID]'],
  options: {
    note: { type: 'string', short: 'm', value: 'TEXT', summary: msg('How it was solved') },
    decision: { type: 'boolean', summary: msg('Record it in decisions.md, too') },
  },
  run: async (input) => {
    const closed = await withProject(input, async (project) =>
      project.solveBlocker(await chosenId(project, input.words[0]), {
        note: textOf(input, 'note'),
        decision: input.values.decision === true,
      }),
    );
    return {
      json: { closed },
      text: () => `${input.t('Closed the blocker: {0}', lineOf(closed, input.t))}\n`,
    };
  },
};
