// Whose a folder is in which a session was started: of this project, wherever that has moved to, or of
// another one, from which the session was taken along. Reads names and ids only.

import { readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { findRepository } from '../git/repository';
import { projectPaths } from '../projectPaths';
import { repositoryId } from '../repositoryId';
import { isWithinFolder, realPathOr } from '../stores/regularFile';
import type { ContextPlace } from './contextPlace';

type Place = Pick<ContextPlace, 'root' | 'repository' | 'paths' | 'knownId' | 'home'>;

/** By its name, or by the id of the repository that it is in: a worktree, a copy, a link to it. */
export function isOfProject(place: Place, folder: string): boolean {
  const { root, repository } = place;
  if (isWithinFolder(root, folder)) {
    return true;
  }
  if (repository?.mainRoot !== undefined && isWithinFolder(repository.mainRoot, folder)) {
    return true;
  }
  const real = realPathOr(folder);
  const around = findRepository(real);
  const other = around?.root ?? real;
  const id = repositoryId({ root: other, paths: projectPaths(other, ''), repository: around });
  return isWithinFolder(root, real) || (id !== undefined && id === repositoryId(place));
}

/**
 * The root of the other project that it is in; undefined where it is of this one, or nothing of a
 * project is there any more: then this one was there, and has moved.
 */
export function otherProject(place: Place, folder: string | undefined): string | undefined {
  if (folder === undefined || !path.isAbsolute(folder) || isOfProject(place, folder)) {
    return undefined;
  }
  const real = realOf(folder);
  const around = findRepository(real ?? folder)?.root;
  const other = around === realPathOr(place.home) ? undefined : around;
  if (real === undefined) {
    // What is around both of them says nothing about the one that is gone.
    return other !== undefined && isWithinFolder(other, place.root) ? undefined : other;
  }
  return other ?? (isEmptyFolder(real) ? undefined : real);
}

function realOf(folder: string): string | undefined {
  try {
    return realpathSync.native(folder);
  } catch {
    return undefined;
  }
}

function isEmptyFolder(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    return false;
  }
}
