// Whether the files that a state names are still there. Their names come from a file that anyone
// may have written, so what leads out of the project is not even looked at.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { isInside, realPathWithin } from './stores/regularFile';
import { hasCode } from './support/errors';

export interface SeenFiles {
  readonly present: readonly string[];
  readonly missing: readonly string[];
  /** Absolute, above the project, or through a link out of it. */
  readonly outside: readonly string[];
}

/** A state that names more is not one of ours. */
const mostFiles = 1000;

export function seenFiles(root: string, files: readonly string[]): SeenFiles {
  const named = files
    .slice(0, mostFiles)
    .map((file) => ({ file, place: placeOf(root, file) }) as const);
  const at = (place: keyof SeenFiles) =>
    named.filter((each) => each.place === place).map(({ file }) => file);
  return { present: at('present'), missing: at('missing'), outside: at('outside') };
}

function placeOf(root: string, file: string): keyof SeenFiles {
  if (path.isAbsolute(file) || !isInside(path.normalize(file))) {
    return 'outside';
  }
  try {
    const real = realPathWithin(root, path.join(root, file));
    return real === undefined ? 'outside' : existsSync(real) ? 'present' : 'missing';
  } catch (error) {
    // A folder of it is a file now, a link goes in a circle, or it cannot be the name of a file.
    // Anything else, such as a folder that may not be looked into, says nothing about the file.
    return hasCode(error, 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE')
      ? 'missing'
      : 'present';
  }
}
