// All that is below a folder, to compare it with what is there later.

import { type Dirent, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

export interface Entry {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Of a file its content, of a link where it leads. */
  readonly content: Buffer;
}

export type Listing = ReadonlyMap<string, Entry>;

/** All below a folder, through no link, by path. */
export function listing(folder: string): Listing {
  const entries = new Map<string, Entry>([['', { kind: 'folder', content: nothing }]]);
  const look = (name: string, prefix: string) => {
    for (const entry of readdirSync(path.join(folder, name), { withFileTypes: true })) {
      const each = `${prefix}${entry.name}`;
      entries.set(each, entryOf(path.join(folder, each), entry));
      if (entry.isDirectory()) {
        look(each, `${each}/`);
      }
    }
  };
  look('', '');
  return entries;
}

function entryOf(file: string, entry: Dirent): Entry {
  if (entry.isDirectory()) {
    return { kind: 'folder', content: nothing };
  }
  if (entry.isSymbolicLink()) {
    return { kind: 'link', content: Buffer.from(readlinkSync(file)) };
  }
  return entry.isFile()
    ? { kind: 'file', content: readFileSync(file) }
    : { kind: 'other', content: nothing };
}

const nothing = Buffer.alloc(0);
