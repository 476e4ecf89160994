// A file that only the first of many can make, whole: by a link from a file that is written already.

import { linkSync, unlinkSync } from 'node:fs';
import { hasCode } from '../support/errors';
import { createFile, realFileSystem, syncFolder, type AtomicFileSystem } from './atomicFile';
import { noHardLinks, randomHex } from './lockFiles';
import path from 'node:path';

/** Whether this one was the first. */
export async function publishFile(
  file: string,
  content: string,
  fs: AtomicFileSystem = realFileSystem,
): Promise<boolean> {
  const name = `.${path.basename(file)}.${process.pid}-${randomHex()}.tmp`;
  const spare = path.join(path.dirname(file), name);
  try {
    await createFile(spare, content, { fs });
    try {
      linkSync(spare, file);
    } catch (error) {
      if (!hasCode(error, ...noHardLinks)) {
        throw error;
      }
      // Here it is empty for a moment, which readers take for not there.
      await createFile(file, content, { fs });
    }
    await syncFolder(fs, path.dirname(file));
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) {
      return false;
    }
    throw error;
  } finally {
    removeQuietly(spare);
  }
}

function removeQuietly(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // It was never made.
  }
}
