// The place in the code that a blocker's evidence names, as far as it is in the project. Pure: whether
// a link leads out of it is seen when it is opened.

import path from 'node:path';
import type { Blocker } from '../../core/schemas/blocker';
import { isWithinFolder } from '../../core/stores/regularFile';
import type { FileTarget } from './treeNode';

export function evidenceTarget(
  evidence: Blocker['evidence'],
  root: string,
): FileTarget | undefined {
  if (!evidence?.file) {
    return undefined;
  }
  const { file, cwd, file_line: line } = evidence;
  // Tools name files from where they run, some from the root of the project.
  const places = [path.resolve(root, cwd ?? '', file), path.resolve(root, file)].filter((place) =>
    isWithinFolder(root, place),
  );
  const [first, second] = [...new Set(places)];
  return first === undefined
    ? undefined
    : { file: first, line: line ?? undefined, within: root, otherwise: second };
}
