// The copy that is kept of a file before something else is written in its place.

import path from 'node:path';
import { hasCode } from '../support/errors';
import { createFile, realFileSystem, syncFolder } from './atomicFile';

/** `<file>.corrupt-<time>`, on disk before this returns. */
export async function keepCorruptCopy(
  file: string,
  bytes: Uint8Array,
  { mode, now }: { readonly mode: number; readonly now: Date },
): Promise<string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  for (let copy = 1; ; copy++) {
    const aside = `${file}.corrupt-${time}${copy === 1 ? '' : `-${copy}`}`;
    try {
      await createFile(aside, bytes, { mode: mode & 0o777 });
    } catch (error) {
      if (hasCode(error, 'EEXIST')) {
        continue;
      }
      throw error;
    }
    await syncFolder(realFileSystem, path.dirname(file));
    return aside;
  }
}
