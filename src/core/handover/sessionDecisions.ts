// Which entries of the decisions log belong to this session, and when the work was handed over last.
// Pure: by the order of the file, because times in it may be anything.

import { unnumbered } from '../documents/decisionHead';
import type { Decision } from '../schemas/handover';
import { parseTime } from '../support/time';

export function isSessionMark({ type }: Pick<Decision, 'type'>): boolean {
  return type === 'SESSION_START' || type === 'SESSION_END';
}

/** Since it began, or was handed over for the last time: oldest first, without those marks. */
export function decisionsOfSession(decisions: readonly Decision[]): Decision[] {
  return decisions
    .slice(decisions.findLastIndex(isSessionMark) + 1)
    .filter(({ id }) => id !== unnumbered);
}

/**
 * In milliseconds since 1970: the last SESSION_END, else what session.md says of itself, else the
 * last SESSION_START. undefined where nobody knows.
 */
export function lastHandover(
  decisions: readonly Decision[],
  generated: string | null | undefined,
  now: Date,
): number | undefined {
  const times = [
    decisions.findLast(({ type }) => type === 'SESSION_END')?.at,
    generated,
    decisions.findLast(({ type }) => type === 'SESSION_START')?.at,
  ].map((text) => parseTime(text ?? ''));
  // A clock that was wrong must not hide all that was done.
  return times.find((time) => !Number.isNaN(time) && time <= now.getTime());
}
