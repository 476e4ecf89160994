// Which steering files changed since the last handover: by git where it knows them, else by the time
// of the file.

import { lstatSync, opendirSync } from 'node:fs';
import path from 'node:path';
import { relativePath } from '../projectPaths';
import { placeProblem } from '../stores/fileWithin';
import type { Workplace } from '../workplace';

const mostFiles = 500;
const deepest = 3;

/** Sorted, relative to the root. */
export async function collectSteering(
  place: Workplace,
  since: number | undefined,
  modifiedFiles: readonly string[],
): Promise<string[]> {
  const files = steeringFiles(place);
  const tracked = await trackedAmong(place, files);
  const isModified = (file: string) =>
    modifiedFiles.some((each) => each === file || (each.endsWith('/') && file.startsWith(each)));
  return files.filter(
    (file) => isModified(file) || (!tracked.has(file) && changedSince(place.root, file, since)),
  );
}

export function steeringPlaces({ handover, root }: Workplace['paths']): {
  folders: string[];
  files: string[];
} {
  const sdd = path.dirname(handover);
  return {
    folders: [
      path.join(sdd, 'project', 'steering'),
      path.join(sdd, 'steering'),
      path.join(root, '.claude', 'steering'),
      path.join(root, '.kiro', 'steering'),
    ],
    files: [path.join(root, 'CLAUDE.md'), path.join(root, 'AGENTS.md')],
  };
}

function steeringFiles({ root, paths }: Workplace): string[] {
  const { folders, files } = steeringPlaces(paths);
  const all = [
    ...folders.flatMap((folder) => (placeProblem(folder, root) ? [] : filesIn(folder, deepest))),
    ...files.filter((file) => lstatSync(file, { throwIfNoEntry: false })?.isFile()),
  ];
  return [...new Set(all.map((file) => relativePath(root, file)))].sort().slice(0, mostFiles);
}

/** Plain files only: links are not followed. */
function filesIn(folder: string, depth: number): string[] {
  const found: string[] = [];
  try {
    const directory = opendirSync(folder);
    try {
      for (let seen = 0; seen < mostFiles; seen++) {
        const entry = directory.readSync();
        if (!entry) {
          break;
        }
        const file = path.join(folder, entry.name);
        if (entry.isFile()) {
          found.push(file);
        } else if (entry.isDirectory() && depth > 1) {
          found.push(...filesIn(file, depth - 1));
        }
      }
    } finally {
      directory.closeSync();
    }
  } catch {
    // Most projects have no such folder.
  }
  return found.slice(0, mostFiles);
}

async function trackedAmong(
  { git, repository }: Workplace,
  files: readonly string[],
): Promise<Set<string>> {
  if (!repository || files.length === 0) {
    return new Set();
  }
  const output = await git.run(['--literal-pathspecs', 'ls-files', '-z', '--', ...files]);
  return new Set(output.split('\0').filter(Boolean));
}

/** Of one that git does not know, nobody can say it of a time that is not known either. */
function changedSince(root: string, file: string, since: number | undefined): boolean {
  const changed = lstatSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs;
  return since !== undefined && changed !== undefined && changed > since;
}
