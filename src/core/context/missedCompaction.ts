// Whether a session was compacted without getting its context back: the transcript has a boundary
// that was not there when the context was last saved, and no receipt is newer than it.

import { parseTime } from '../support/time';
import type { Digest } from '../transcript/digest';
import { recordOf, textOf } from '../transcript/lineValues';
import { readJson } from './readFiles';
import { contextFile, type ContextPlace } from './contextPlace';
import { deliveriesPath, toDeliveries } from './deliveries';

export interface MissedCompaction {
  /** That what is left was saved at the end of an earlier turn. */
  readonly isUnsaved: boolean;
  /** How many there were that need nothing any more. */
  readonly known: number;
}

export function missedCompaction(
  place: ContextPlace,
  session: string,
  { compactions }: Pick<Digest, 'compactions'>,
): MissedCompaction | undefined {
  const at = parseTime(compactions.at ?? '');
  if (Number.isNaN(at)) {
    return undefined;
  }
  const saved = readJson(contextFile(place, session), place.root);
  const { compactions: known, trigger, last_event_at: last } = recordOf(saved?.meta);
  if (typeof known !== 'number' || known >= compactions.count) {
    return undefined;
  }
  const file = readJson(deliveriesPath(place), place.root);
  const isDelivered = toDeliveries(file?.deliveries).some(
    (each) =>
      each.session_id === session && each.source === 'compact' && parseTime(each.at) >= at - slack,
  );
  // A transcript is whole after a compaction, so what is saved later knows all that was before.
  const isLater = parseTime(textOf(last) ?? '') > at;
  return isDelivered ? undefined : { isUnsaved: trigger !== 'PreCompact' && !isLater, known };
}

/** The boundary is written when the compaction is over, about when the hook is called. */
const slack = 30_000;
