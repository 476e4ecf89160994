// Where a test run puts what it makes: thousands of small repositories, each synced to the disk many
// times, are done in less time where there is no disk.

import { readFileSync, statfsSync } from 'node:fs';
import os from 'node:os';

const folder = '/dev/shm';
/** A run leaves less than one gigabyte; what else runs needs memory, too. */
const leastRoom = 4 * 1024 ** 3;

/** Undefined where there is none, too little of it, or one from which nothing may be started. */
export function folderInMemory(
  mounts: () => string = () => readFileSync('/proc/mounts', 'utf8'),
  room: () => number = freeRoom,
): string | undefined {
  try {
    const options = new RegExp(`^\\S+ ${folder} tmpfs (\\S+)`, 'm').exec(mounts())?.[1]?.split(',');
    const isUsable = options?.includes('rw') === true && !options.includes('noexec');
    return isUsable && room() >= leastRoom ? folder : undefined;
  } catch {
    return undefined;
  }
}

function freeRoom(): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, os.freemem());
}
