// How far a session is, in numbers: what its context lists, and what it only counts. Pure.

import type { SessionContext } from '../schemas/sessionContext';

export interface ProgressCounts {
  readonly done: number;
  readonly total: number;
  /** Of the total: not listed in the context. */
  readonly leftOut: number;
}

export function progressCounts(progress: SessionContext['progress']): ProgressCounts {
  const { done = [], current = [], pending = [], left_out: left = {} } = progress ?? {};
  const leftOut = counted(left.done) + counted(left.current) + counted(left.pending);
  return {
    done: done.length + counted(left.done),
    total: done.length + current.length + pending.length + leftOut,
    leftOut,
  };
}

/** A file may say anything. */
function counted(count: number | undefined): number {
  return count !== undefined && Number.isSafeInteger(count) && count > 0 ? count : 0;
}
