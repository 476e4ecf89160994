// Whether a session was compacted without getting its context back: the transcript has a boundary
// that was not there when the context was last saved, and no receipt is newer than it.

import { parseTime } from '../support/time';
import type { Digest } from '../transcript/digest';
import { recordOf } from '../transcript/lineValues';
import { readJson } from './readFiles';
import { contextFile, type ContextPlace } from './contextPlace';
import { deliveriesPath, toDeliveries } from './deliveries';

export interface MissedCompaction {
  /** That what is left was saved at the end of an earlier turn. */
  readonly isUnsaved: boolean;
}

export function missedCompaction(
  place: ContextPlace,
  session: string,
  { compactions }: Pick<Digest, 'compactions'>,
): MissedCompaction | undefined {
  const at = parseTime(compactions.at ?? '');
  const saved = readJson(contextFile(place, session), place.root);
  const { compactions: known, trigger } = recordOf(saved?.meta);
  if (Number.isNaN(at) || typeof known !== 'number' || known >= compactions.count) {
    return undefined;
  }
  const file = readJson(deliveriesPath(place), place.root);
  const isDelivered = toDeliveries(file?.deliveries).some(
    (each) =>
      each.session_id === session && each.source === 'compact' && parseTime(each.at) >= at - slack,
  );
  return isDelivered ? undefined : { isUnsaved: trigger !== 'PreCompact' };
}

/** The boundary is written when the compaction is over, about when the hook is called. */
const slack = 30_000;
