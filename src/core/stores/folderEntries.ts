// What is in a folder of others, without following a link: what cannot be read is not there.

import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs';

export function folderEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

export function statsOf(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
