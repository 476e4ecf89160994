// Whether a session was compacted without getting its context back: the transcript shows the
// boundary, and no receipt is newer than it.

import { parseTime } from '../support/time';
import type { Digest } from '../transcript/digest';
import { readJson } from './contextFacts';
import type { ContextPlace } from './contextPlace';
import { deliveriesPath, toDeliveries } from './deliveries';

export function missedCompaction(
  place: ContextPlace,
  session: string,
  { compactions }: Pick<Digest, 'compactions'>,
): boolean {
  const at = parseTime(compactions.at ?? '');
  if (Number.isNaN(at)) {
    return false;
  }
  const file = readJson(deliveriesPath(place), place.root);
  return !toDeliveries(file?.deliveries).some(
    (each) =>
      each.session_id === session && each.source === 'compact' && parseTime(each.at) >= at - slack,
  );
}

/** The boundary is written when the compaction is over, about when the hook is called. */
const slack = 30_000;
