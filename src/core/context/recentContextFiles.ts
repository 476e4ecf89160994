// The saved contexts of the sessions that worked last. Loads no schema: hooks ask for them too.

import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isSessionId } from './contextPlace';

/** The newest first; none where the folder is not there. */
export function recentContextFiles(folder: string, most: number): string[] {
  return namesIn(folder)
    .filter((name) => name.endsWith('.json') && isSessionId(path.basename(name, '.json')))
    .map((name) => path.join(folder, name))
    .map((file) => ({ file, at: changedAt(file) }))
    .sort((a, b) => b.at - a.at)
    .slice(0, most)
    .map(({ file }) => file);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A link in a circle must not hide the others. */
function changedAt(file: string): number {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}
