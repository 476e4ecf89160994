// Opens, renews and closes the blocker of something that is asked from time to time: CI, a review.

import { toClosed, withClosed, withOpen } from '../protocol/blockerChanges';
import type { Blocker, ClosedBlocker } from '../schemas/blocker';
import { type Message, msg } from '../support/message';
import { oneLine } from '../support/plainText';
import type { QuietPlace } from '../workplace';
import { changeBlockers, currentBlockers, type Decided } from './blockersFile';
import { counting, newBlocker } from './recordRun';
import { safeBlocker } from './safeBlocker';

export interface Change {
  readonly opened: readonly Blocker[];
  readonly closed: readonly ClosedBlocker[];
}

/** `skipped`: why it could not be looked at. */
export type Followed = Change & { readonly skipped?: Message };

export const noChange: Change = { opened: [], closed: [] };

/** The same line is the same failure, looked at twice; another one is seen again. */
export async function standsFor(place: QuietPlace, seen: Blocker): Promise<Change> {
  const blocker = safeBlocker(seen);
  const isOne = (each: Blocker) =>
    each.auto_detected === true && each.command_key === blocker.command_key;
  const isKnown = (each: Blocker) => isOne(each) && each.evidence?.line === blocker.evidence?.line;
  if ((await currentBlockers(place)).some(isKnown)) {
    return noChange;
  }
  return changeBlockers(place, (open, file): Decided<Change> => {
    const at = place.now();
    const standing = open.find(isOne);
    if (standing) {
      const counted = isKnown(standing) ? standing : counting(standing, blocker, at);
      return { file: withOpen(file, counted, standing), result: noChange, before: [standing] };
    }
    const opened = newBlocker(blocker, at);
    return { file: withOpen(file, opened), result: { opened: [opened], closed: [] } };
  });
}

export async function isOver(
  place: QuietPlace,
  is: (blocker: Blocker) => boolean,
  by: string,
): Promise<Change> {
  const isOurs = (each: Blocker) => each.auto_detected === true && is(each);
  if (!(await currentBlockers(place)).some(isOurs)) {
    return noChange;
  }
  return changeBlockers(place, (open, file): Decided<Change> => {
    const before = open.filter(isOurs);
    const closed = before.map((each) => toClosed(each, { at: place.now(), by }));
    return { file: withClosed(file, closed), result: { opened: [], closed }, before };
  });
}

export const withoutBranch: Followed = {
  ...noChange,
  skipped: msg('HEAD is detached, so there is no branch to ask GitHub about.'),
};

export function unanswered(
  asked: { readonly kind: 'missing' } | { readonly kind: 'failed'; readonly reason: string },
): Followed {
  const skipped =
    asked.kind === 'missing'
      ? msg('The GitHub CLI (gh) is not installed, so GitHub was not asked.')
      : msg('gh could not answer: {0}', oneLine(asked.reason));
  return { ...noChange, skipped };
}
