// How old a saved context is: when it was saved, and as of when, where that was earlier. A context that
// was saved a moment ago may tell of a conversation that ended yesterday.

import type { SessionContext } from '../schemas/sessionContext';
import type { Translate } from '../support/message';
import { relativeTime } from '../support/relativeTime';
import { parseTime } from '../support/time';
import { momentOf } from '../transcript/lineValues';

/** Within this, it was saved when it happened. */
const atOnce = 60_000;

/** "now", or "now, as of 1 hour ago"; undefined where it is not known. */
export function contextAge(
  { meta }: Pick<SessionContext, 'meta'>,
  { t, now, language }: { t: Translate; now: Date; language: string },
): string | undefined {
  // No schema looks at the second, and what is no time would be told as it is.
  const [saved, last] = [meta?.saved_at, momentOf(meta?.last_event_at)];
  const ago = (time: string) => relativeTime(time, now, language);
  if (saved === undefined || last === undefined) {
    const known = saved ?? last;
    return known === undefined ? undefined : ago(known);
  }
  return parseTime(saved) - parseTime(last) > atOnce
    ? t('{0}, as of {1}', ago(saved), ago(last))
    : ago(saved);
}
