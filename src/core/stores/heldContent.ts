// The content of a file that is about to be replaced, kept as another file without a copy.

import type { Stats } from 'node:fs';
import { type AtomicFileSystem, removeQuietly, temporaryPath } from './atomicFile';

export interface HeldContent {
  /** Puts it at its place; to be called just before the file is replaced. */
  publish(): void;
  /** To be called at the end, whatever happened. */
  release(): void;
}

/**
 * Holds on to what is in `file` by a second name, so that it can be at `place` after `file` is replaced:
 * a copy would have to be written and synced. undefined where there are no links, where `file` is not
 * what was `seen` any more, or where something else than a file is at `place`.
 */
export function holdContent(
  file: string,
  place: string,
  seen: Stats,
  fs: AtomicFileSystem,
): HeldContent | undefined {
  const second = temporaryPath(place);
  const isSame = () => {
    const now = fs.lstat(second);
    return (
      now?.ino === seen.ino &&
      now.dev === seen.dev &&
      now.size === seen.size &&
      now.mtimeMs === seen.mtimeMs
    );
  };
  try {
    if (fs.lstat(place)?.isFile() === false) {
      return undefined;
    }
    fs.link(file, second);
    if (isSame()) {
      return {
        publish: () => {
          if (isSame()) {
            fs.rename(second, place);
          }
        },
        // Also after it was published: a rename onto another name of the same file does nothing.
        release: () => {
          removeQuietly(fs, second);
        },
      };
    }
  } catch {
    // Whoever asked makes a copy.
  }
  removeQuietly(fs, second);
  return undefined;
}
