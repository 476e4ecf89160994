// The local state of a project, as far as it may be told to an agent. What git tracks of it came with
// the repository, from somebody else: it is shown to people, never told.

import path from 'node:path';
import { indexMentions } from '../git/indexMentions';
import { isTracked } from '../git/trackedFiles';
import { hasOwnState, type ProjectPaths, projectPaths, relativePath } from '../projectPaths';
import { repositoryOf } from '../projectRoot';
import type { Json } from '../transcript/lineValues';
import { readJson } from './readFiles';
import type { ContextPlace } from './contextPlace';

/** Of this folder; in a new worktree those of the main one, as they are shown there. */
export function shownPaths({ paths, repository }: ContextPlace): ProjectPaths {
  const main = repository?.mainRoot;
  return hasOwnState(paths) || main === undefined ? paths : projectPaths(main, '');
}

/** undefined where there is none, or it came with the repository. */
export async function ownJson(place: ContextPlace, file: string): Promise<Json | undefined> {
  const value = readJson(file, rootOf(place, file));
  return value && !(await cameWithRepository(place, file)) ? value : undefined;
}

export async function cameWithRepository(place: ContextPlace, file: string): Promise<boolean> {
  const root = rootOf(place, file);
  const repository = root === place.root ? place.repository : repositoryOf(root, place.home);
  const { createGit } = await import('../git/git');
  const git = createGit({ root, env: place.env });
  return isTracked(git, repository, relativePath(root, file)).catch(() => true);
}

/** Without starting git, for hooks that run on every turn: where the index does not say, it is not. */
export function isSurelyOwn({ root, repository }: ContextPlace, file: string): boolean {
  return !repository || indexMentions(repository, relativePath(root, file)) === false;
}

function rootOf({ root, repository }: ContextPlace, file: string): string {
  return file.startsWith(root + path.sep) ? root : (repository?.mainRoot ?? root);
}
