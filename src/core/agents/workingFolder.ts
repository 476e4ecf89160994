// Where a session goes on: in the folder that it was in, as long as that is one of this project.

import { statSync } from 'node:fs';
import path from 'node:path';
import { otherWorkingTrees } from '../git/workingTrees';
import type { Repository } from '../git/repository';
import { isWithinFolder, realPathOr } from '../stores/regularFile';

export interface FolderPlace {
  readonly root: string;
  readonly repository: Repository | undefined;
}

/** The root where it is gone, or somebody wrote another place into the registry. */
export function workingFolderOf(place: FolderPlace, cwd: string | null | undefined): string {
  return cwd && isFolder(cwd) && isOfProject(place, cwd) ? cwd : place.root;
}

/** In the project, or in another working tree of its repository. */
export function isOfProject(place: FolderPlace, cwd: string): boolean {
  const real = realPathOr(cwd);
  return projectFolders(place).some((folder) => isWithinFolder(folder, real));
}

export function projectFolders({ root, repository }: FolderPlace): string[] {
  return [root, ...(repository ? otherWorkingTrees(repository) : [])].map(realPathOr);
}

function isFolder(file: string): boolean {
  try {
    return path.isAbsolute(file) && statSync(file).isDirectory();
  } catch {
    return false;
  }
}
