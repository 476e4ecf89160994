// Signs of life: two empty files whose times say when a session was last heard of, and when it last did
// something. Touched on every event of an agent, so nothing else is loaded for it.

import { lstatSync, lutimesSync } from 'node:fs';
import path from 'node:path';

export const heartbeatFile = 'heartbeat';
export const activityFile = 'activity';

/** False where there is no such session (any more). */
export function beat(folder: string, now: Date, isActive = false): boolean {
  try {
    // Not through a link, wherever that leads.
    lutimesSync(path.join(folder, heartbeatFile), now, now);
    if (isActive) {
      lutimesSync(path.join(folder, activityFile), now, now);
    }
    return true;
  } catch {
    return false;
  }
}

/** Milliseconds since 1970; undefined where it is not there. */
export function timeOf(folder: string, file: string): number | undefined {
  try {
    return lstatSync(path.join(folder, file), { throwIfNoEntry: false })?.mtimeMs;
  } catch {
    return undefined;
  }
}
