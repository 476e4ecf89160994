// What was put into an agent session last, and whether it arrived, in the words of the views.

import { deliveryText, isAwaited, occasion, wentWrong } from '../core/context/deliveryWords';
import type { Snapshot } from '../core/snapshot';
import type { VerbInput } from './verb';

/** Nothing where nothing was put into a session yet. */
export function deliveryLines(
  { deliveries: [last] }: Pick<Snapshot, 'deliveries'>,
  { t, language }: Pick<VerbInput, 't' | 'language'>,
): string[] {
  if (!last) {
    return [];
  }
  const text = deliveryText(last, { t, language, now: new Date() });
  return wentWrong(last)
    ? [text, `  → ${t('Run "baton doctor": it says how to mend what does not work.')}`]
    : [
        [`${text} (${occasion(last, t)})`, isAwaited(last) && t('not seen yet')]
          .filter(Boolean)
          .join(' · '),
      ];
}
