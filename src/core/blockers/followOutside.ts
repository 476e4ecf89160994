// Looks at what no command line in this project tells: unmerged paths, CI, reviews.

import type { Message } from '../support/message';
import type { Workplace } from '../workplace';
import { followConflicts } from './followConflicts';
import { followCi } from './followCi';
import { type Change, type Followed, noChange } from './followed';
import { followPullRequest, followVerdicts } from './followReviews';

export interface FollowOptions {
  readonly ci?: boolean;
  readonly review?: boolean;
}

export interface FollowReport extends Change {
  /** What could not be looked at, and why. */
  readonly skipped: readonly Message[];
}

export async function followOutside(
  place: Workplace,
  { ci = false, review = false }: FollowOptions,
  signal?: AbortSignal,
): Promise<FollowReport> {
  const status = place.repository && (await place.status());
  const branch = status?.branch ?? undefined;
  const followed: Followed[] = [
    status ? await followConflicts(place, status.unmerged) : noChange,
    ci ? await followCi(place, branch, signal) : noChange,
    review ? await followVerdicts(place) : noChange,
    review ? await followPullRequest(place, branch, signal) : noChange,
  ];
  return {
    opened: followed.flatMap(({ opened }) => opened),
    closed: followed.flatMap(({ closed }) => closed),
    skipped: followed.flatMap(({ skipped }) => skipped ?? []),
  };
}
