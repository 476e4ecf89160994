// `baton blocker add`: what blocks the work, in one's own words.

import { type Blocker, blockerTypes } from '../../core/schemas/blocker';
import { UserError } from '../../core/support/errors';
import { msg, type Translate } from '../../core/support/message';
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
      text: () => `${opened(blocker, input.t)} ${lineOf(blocker, input.t)}\n`,
    };
  },
};

function opened(blocker: Blocker, t: Translate): string {
  return (blocker.count ?? 1) > 1
    ? t('It stood already: {0}.', shownId(blocker))
    : t('Opened the blocker {0}.', shownId(blocker));
}

/** The first word is the type where it is one and more follows. */
function toReport(input: VerbInput) {
  const [first, ...others] = input.words;
  const given = typeOf(input);
  const named = others.length > 0 ? blockerTypes.find((each) => each === first) : undefined;
  const words = named && !given ? others : input.words;
  return { type: given ?? named, description: words.join(' ').trim() };
}
