// Whose a folder is in which a session was started: of this project, wherever that has moved to, or of
// another one, from which the session was taken along. Reads names and ids only.

import { readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { enabledProjects } from '../enabledRoot';
import { findRepository } from '../git/repository';
import { projectPaths } from '../projectPaths';
import { repositoryId } from '../repositoryId';
import { isWithinFolder, realPathOr } from '../stores/regularFile';
import type { ContextPlace } from './contextPlace';

/** Merely opening a path of another host would tell it who we are. */
const ofOtherHost = /^[\\/]{2}/;

/** By its name, or by the id of the repository that it is in: a worktree, a copy, a link to it. */
export function isOfProject(place: ContextPlace, folder: string): boolean {
  const { root, repository } = place;
  if (isWithinFolder(root, folder)) {
    return true;
  }
  if (repository?.mainRoot !== undefined && isWithinFolder(repository.mainRoot, folder)) {
    return true;
  }
  if (ofOtherHost.test(folder)) {
    return false;
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
export function otherProject(place: ContextPlace, folder: string | undefined): string | undefined {
  if (folder === undefined || !path.isAbsolute(folder) || isOfProject(place, folder)) {
    return undefined;
  }
  if (ofOtherHost.test(folder)) {
    return folder;
  }
  const real = realOf(folder);
  const around = findRepository(real ?? folder)?.root;
  const other = around === realPathOr(place.home) ? undefined : around;
  if (real !== undefined) {
    return other ?? (isEmptyFolder(real) ? undefined : real);
  }
  // What is around both of them says nothing about the one that is gone.
  return other === undefined || isWithinFolder(other, place.root)
    ? formerProject(place, folder)
    : other;
}

/** The root of another one that a person enabled there, though it is gone now. */
function formerProject(place: ContextPlace, folder: string): string | undefined {
  const id = repositoryId(place);
  const known = enabledProjects(place.dataFolder).filter(
    ({ root }) =>
      root !== undefined && isWithinFolder(root, folder) && !isWithinFolder(root, place.root),
  );
  return known.some((each) => each.id === id) ? undefined : known[0]?.root;
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
