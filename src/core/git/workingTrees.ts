// The other working trees of a repository, as git itself knows them. Runs no git.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readRegularFile } from '../stores/regularFile';
import type { Repository } from './repository';

/** Those that git knows; some may be gone. */
export function otherWorkingTrees({ root, commonDirectory, mainRoot }: Repository): string[] {
  const folder = path.join(commonDirectory, 'worktrees');
  const linked = namesIn(folder).flatMap((name) => {
    const pointer = textOf(path.join(folder, name, 'gitdir'));
    return pointer === undefined ? [] : [path.dirname(path.resolve(folder, name, pointer))];
  });
  return [...(mainRoot === undefined ? [] : [mainRoot]), ...linked].filter(
    // A place on another host is not opened merely because a file names it.
    (tree) => tree !== root && !/^(?:\\\\|\/\/)/.test(tree),
  );
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
