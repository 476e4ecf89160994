// How a file of a project is called where the agent is, so that it can read it from there. Pure.

import path from 'node:path';
import { relativePath } from '../projectPaths';
import { isWithinFolder } from '../stores/regularFile';

/** `file` is relative to the root; `folder` is where the agent is, if it says so. */
export function seenFrom(root: string, folder: string | undefined, file: string): string {
  if (!folder || folder === root) {
    return file;
  }
  const whole = path.resolve(root, file);
  return isWithinFolder(root, folder) ? relativePath(folder, whole) : whole;
}
