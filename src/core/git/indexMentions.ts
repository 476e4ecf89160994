// Whether git's index names a file, read from the index itself: that costs no process.

import path from 'node:path';
import { readRegularFile } from '../stores/regularFile';
import { hasCode } from '../support/errors';
import type { Repository } from './repository';

/** More is not read: then git has to be asked. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Whether the index names a path that begins so, without starting git. undefined where the file
 * does not say: version 4 shortens names, and a split or sparse index holds them elsewhere.
 */
export function indexMentions({ gitDirectory }: Repository, start: string): boolean | undefined {
  try {
    const { content } = readRegularFile(path.join(gitDirectory, 'index'), maxBytes);
    if (content === undefined || content.readUInt32BE(4) > 3) {
      return undefined;
    }
    if (content.includes(Buffer.from(start, 'utf8'))) {
      return true;
    }
    const holdsElsewhere = ['link', 'sdir'].some((name) => content.includes(name, -4096, 'latin1'));
    return holdsElsewhere ? undefined : false;
  } catch (error) {
    return hasCode(error, 'ENOENT') ? false : undefined;
  }
}
