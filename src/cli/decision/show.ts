// `baton decision show D12`: one decision, as it is written.

import { decisionsNamed } from '../../core/decisionList';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import type { Verb } from '../verb';
import { decisionsOf } from './decisionText';

export const show: Verb = {
  summary: msg('Show one decision as it is written'),
  words: ['ID'],
  run: (input) => {
    const [name] = input.words;
    if (name === undefined) {
      throw new UserError('usage', msg('Say which decision: baton decision show D12'));
    }
    const log = decisionsOf(input);
    const named = decisionsNamed(log, name);
    const [latest, ...earlier] = named.toReversed();
    return Promise.resolve({
      json: {
        ...latest,
        ...(earlier.length > 0 && { alsoInLines: earlier.map(({ line }) => line).toReversed() }),
      },
      text: () =>
        named
          .map((each) => {
            const by = each.supersededBy;
            const note = by ? `\n${input.t('superseded by {0}', by)}` : '';
            return `${log.textOf(each)}${note}\n${log.file}:${each.line}\n`;
          })
          .join('\n'),
    });
  },
};
