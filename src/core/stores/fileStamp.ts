// Tells cheaply whether a file is still what it was when it was read.

import { statSync } from 'node:fs';
import { describeError } from '../support/errors';

/** Changes whenever the file does. A rename into place changes the inode even within one tick. */
export function stampOf(file: string): string {
  try {
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
    return stats ? `${stats.ino}.${stats.size}.${stats.mtimeNs}.${stats.ctimeNs}` : '';
  } catch (error) {
    // A link in a circle, a folder that may not be looked into: the reader says what is wrong.
    return describeError(error);
  }
}
