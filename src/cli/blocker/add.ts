// `baton blocker add`: what blocks the work, in one's own words.

import { blockerTypes } from '../../core/schemas/blocker';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import type { Verb, VerbInput } from '../verb';
import {
  descriptiveOptions,
  lineOf,
  severityOf,
  shownId,
  textOf,
  typeOf,
  withProject,
} from './options';

export const add: Verb = {
  summary: msg('Write down what blocks the work'),
  words: ['[TYPE]', 'DESCRIPTION...'],
  options: {
    ...descriptiveOptions,
    after: { type: 'string', value: 'TEXT', summary: msg('After what it appeared') },
  },
  run: async (input) => {
    const { type, description } = toReport(input);
    if (description === '') {
      throw new UserError('usage', msg('Say in a few words what blocks the work.'));
    }
    const blocker = await withProject(input, (project) =>
      project.reportBlocker({
        type,
        description,
        severity: severityOf(input),
        resolution: textOf(input, 'resolution'),
        appearedAfter: textOf(input, 'after'),
        source: 'cli',
      }),
    );
    return {
      json: { blocker },
      text: () =>
        `${input.t('Opened the blocker {0}.', shownId(blocker))} ${lineOf(blocker, input.t)}\n`,
    };
  },
};

/** The first word is the type where it is one and more follows. */
function toReport(input: VerbInput) {
  const [first, ...others] = input.words;
  const given = typeOf(input);
  const named = others.length > 0 ? blockerTypes.find((each) => each === first) : undefined;
  const words = named && !given ? others : input.words;
  return { type: given ?? named, description: words.join(' ').trim() };
}
