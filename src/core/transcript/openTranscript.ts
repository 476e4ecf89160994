// Opens a transcript to be read: no link is followed, and a pipe or device, which might never end, is
// none. Whoever opened it closes it.

import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs';

export interface OpenTranscript {
  readonly handle: number;
  readonly stats: Stats;
}

const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Undefined where there is no such file, or it may not be read. */
export function openTranscript(file: string): OpenTranscript | undefined {
  let handle: number;
  try {
    handle = openSync(file, flags);
  } catch {
    return undefined;
  }
  const stats = fstatSync(handle);
  if (stats.isFile()) {
    return { handle, stats };
  }
  closeSync(handle);
  return undefined;
}
