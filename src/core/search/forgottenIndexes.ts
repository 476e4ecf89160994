// Indexes that nobody will ask again: of folders that were moved or deleted. They can be made anew at
// any time, so that it is enough to be fairly certain.

import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const rootFile = 'root';
const prefix = 'search-';
/** What is not there may be on a disk that is not there today. */
const keptDays = 30;

/** Says in the folder of an index whose it is. */
export function noteRoot(folder: string, root: string): void {
  const file = path.join(folder, rootFile);
  if (!existsSync(file)) {
    writeFileSync(file, root, { mode: 0o600 });
  }
}

export interface OwnIndex {
  /** Of the index that is in use. */
  readonly folder: string;
  readonly root: string;
}

export function removeForgottenIndexes(own: OwnIndex, now: number): void {
  const project = path.dirname(own.folder);
  const projects = path.dirname(project);
  for (const name of foldersIn(projects)) {
    const each = path.join(projects, name);
    for (const index of foldersIn(each).filter((found) => found.startsWith(prefix))) {
      const folder = path.join(each, index);
      const root = rootOf(folder);
      const isGone = root === undefined || !existsSync(root);
      const isMoved = isGone && root !== undefined && each === project;
      const isOld = isGone && now - lastUsed(folder) > keptDays * 86_400_000;
      // Of the time when it had no id: then a project is kept by its folder.
      const isFormer = root === own.root && name.startsWith('folder-');
      if (folder !== own.folder && (isMoved || isOld || isFormer)) {
        remove(folder);
      }
    }
  }
}

/** undefined where it does not say so, perhaps because it is being made. */
function rootOf(folder: string): string | undefined {
  try {
    return readFileSync(path.join(folder, rootFile), 'utf8');
  } catch {
    return undefined;
  }
}

function lastUsed(folder: string): number {
  const times = ['index', 'looked', '.'].map(
    (name) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return Math.max(...times);
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // On Windows somebody may be reading it: the next one tries again.
  }
}

/** No links: nothing outside is removed. */
function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? entry.name : [],
    );
  } catch {
    return [];
  }
}
