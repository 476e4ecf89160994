// The other working trees of a repository, as git itself knows them. Runs no git.

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readRegularFile, realPathOr } from '../stores/regularFile';
import { findRepository, type Repository } from './repository';

/**
 * Those that git knows; some may be gone. A folder is one only when it says so, too: else a repository
 * from anywhere could claim all that is the user's.
 */
export function otherWorkingTrees(repository: Repository): string[] {
  const { root, commonDirectory, mainRoot, isOwn } = repository;
  if (!isOwn) {
    return [];
  }
  const folder = path.join(commonDirectory, 'worktrees');
  const linked = namesIn(folder).flatMap((name) => {
    const pointer = textOf(path.join(folder, name, 'gitdir'));
    return pointer === undefined ? [] : [path.dirname(path.resolve(folder, name, pointer))];
  });
  return [...(mainRoot === undefined ? [] : [mainRoot]), ...linked].filter(
    // A place on another host is not opened merely because a file names it.
    (tree) =>
      tree !== root &&
      !/^(?:\\\\|\/\/)/.test(tree) &&
      (tree === mainRoot || isTreeOf(commonDirectory, tree)),
  );
}

function isTreeOf(commonDirectory: string, tree: string): boolean {
  if (!existsSync(tree)) {
    return true;
  }
  const found = findRepository(tree);
  return found?.root === tree && realPathOr(found.commonDirectory) === realPathOr(commonDirectory);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function textOf(file: string): string | undefined {
  try {
    return readRegularFile(file, 4_096).content?.toString('utf8').trim();
  } catch {
    return undefined;
  }
}
