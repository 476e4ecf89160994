// Reads that cannot be led astray: no link is followed, no pipe or device is waited for.

import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import type { Stats } from 'node:fs';
import path from 'node:path';
import { hasCode } from '../support/errors';

/** Windows has neither flag: there `undefined | 0` is 0. */
const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** `content` is undefined when it is no regular file or longer than `maxBytes`; see `stats`. */
export function readRegularFile(
  file: string,
  maxBytes: number,
): { content: Buffer | undefined; stats: Stats } {
  const fd = openSync(file, readFlags);
  try {
    const stats = fstatSync(fd);
    const readable = stats.isFile() && stats.size <= maxBytes;
    return { content: readable ? readFileSync(fd) : undefined, stats };
  } finally {
    closeSync(fd);
  }
}

/**
 * The real path of `file`, or undefined when that is outside `root`. What does not exist yet is
 * taken literally, below the real path of the nearest folder that does.
 */
export function realPathWithin(root: string, file: string): string | undefined {
  const real = realPath(path.resolve(file));
  return isWithinFolder(realpathSync.native(root), real) ? real : undefined;
}

/** As the system calls it; as it is where it is not there. */
export function realPathOr(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return file;
  }
}

/** Whether a path is in a folder, or is that folder. */
export function isWithinFolder(folder: string, file: string): boolean {
  // To take both apart is slow, and needed only where the rest could lead elsewhere: up, or to a drive.
  const rest =
    folder !== '' && file.startsWith(`${folder}${path.sep}`) ? file.slice(folder.length) : '';
  const isBelow = rest !== '' && !rest.includes('..') && !rest.includes(':');
  return isBelow || isInside(path.relative(folder, file));
}

/** Whether a relative path stays where it starts. `..foo` does; another drive does not. */
export function isInside(relative: string): boolean {
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

function realPath(file: string): string {
  try {
    return realpathSync.native(file);
  } catch (error) {
    const parent = path.dirname(file);
    if (!hasCode(error, 'ENOENT') || parent === file) {
      throw error;
    }
    return path.join(realPath(parent), path.basename(file));
  }
}
