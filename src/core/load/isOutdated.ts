// Whether what a load found still speaks of what is there. Pure.

import type { Snapshot } from '../snapshot';

/** Findings are about HEAD and the state; a decision more or less changes nothing about them. */
export function isOutdated(loaded: Snapshot, now: Snapshot): boolean {
  return loaded.state !== now.state || JSON.stringify(loaded.head) !== JSON.stringify(now.head);
}
