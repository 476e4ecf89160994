// Of which project each part of a session is, by the folders that its agent was in: people take a
// session along from one project to another, and some take it back. Reads names and ids only.

import { readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { enabledProjects } from '../enabledRoot';
import { findRepository } from '../git/repository';
import { projectPaths } from '../projectPaths';
import { repositoryId } from '../repositoryId';
import { isWithinFolder, realPathOr } from '../stores/regularFile';
import type { Digest } from '../transcript/digest';
import type { ContextPlace } from './contextPlace';

/** Merely opening a path of another host would tell it who we are. */
const ofOtherHost = /^[\\/]{2}/;

/**
 * By its name, or by the id of the repository that it is in: a worktree, a copy, a link to it. A
 * repository within the project is another one, as it is to git.
 */
export function isOfProject(place: ContextPlace, folder: string): boolean {
  const { root, repository } = place;
  if (folder === root) {
    return true;
  }
  if (ofOtherHost.test(folder)) {
    return false;
  }
  const real = realPathOr(folder);
  const around = findRepository(real);
  const own = [root, repository?.mainRoot ?? root].find(
    (each) => isWithinFolder(each, folder) || isWithinFolder(each, real),
  );
  if (own !== undefined && (!around || around.root === own || !isWithinFolder(own, around.root))) {
    return true;
  }
  const other = around?.root ?? real;
  const id = repositoryId({ root: other, paths: projectPaths(other, ''), repository: around });
  return id !== undefined && id === repositoryId(place);
}

/** From a line of the transcript on; `other` is the root of another project, if it is not this one. */
export interface Stay {
  readonly from: number;
  readonly other: string | undefined;
}

/**
 * Oldest first, and none where all of it is this project's. `known` is another project that was found
 * for the session before, and may be gone now.
 */
export function staysOf(
  place: ContextPlace,
  { session: { startedIn, places = [] } }: Digest,
  known: string | undefined,
): readonly Stay[] {
  const found = new Map<string, string | undefined | null>();
  const stays: Stay[] = [];
  for (const { cwd, offset } of places) {
    if (!found.has(cwd)) {
      found.set(cwd, ownerOf(place, cwd, { isStart: cwd === startedIn, known }));
    }
    const other = found.get(cwd);
    // To a folder of no project an agent goes on the way, with the same work.
    stays.push({ from: offset, other: other === null ? stays.at(-1)?.other : other });
  }
  return stays.some(({ other }) => other !== undefined) ? stays : [];
}

/** undefined: this project; null: a folder that says nothing about it. */
function ownerOf(
  place: ContextPlace,
  cwd: string,
  { isStart, known }: { readonly isStart: boolean; readonly known: string | undefined },
): string | undefined | null {
  if (!path.isAbsolute(cwd) || isOfProject(place, cwd)) {
    return undefined;
  }
  const other = otherProject(place, cwd);
  if (other !== undefined && (isStart || other !== realPathOr(cwd) || isProject(other))) {
    return other;
  }
  if (known !== undefined && isWithinFolder(known, cwd)) {
    return known;
  }
  return isStart ? undefined : null;
}

function isProject(folder: string): boolean {
  return findRepository(folder)?.root === folder;
}

/**
 * The root of the other project that a folder is in; undefined where nothing of a project is there any
 * more: then this one was there, and has moved.
 */
function otherProject(place: ContextPlace, folder: string): string | undefined {
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
