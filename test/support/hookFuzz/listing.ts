// All that is below a folder, to compare it with what is there later.

import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

export interface Entry {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Of a file its content, of a link where it leads. */
  readonly content: Buffer;
}

export type Listing = ReadonlyMap<string, Entry>;

/** All below a folder, through no link, by path. */
export function listing(folder: string): Listing {
  const entries = new Map<string, Entry>();
  const look = (name: string) => {
    const file = path.join(folder, name);
    const stats = lstatSync(file);
    if (stats.isDirectory()) {
      entries.set(name, { kind: 'folder', content: nothing });
      for (const each of readdirSync(file)) {
        look(name === '' ? each : `${name}/${each}`);
      }
    } else if (stats.isSymbolicLink()) {
      entries.set(name, { kind: 'link', content: Buffer.from(readlinkSync(file)) });
    } else {
      const content = stats.isFile() ? readFileSync(file) : nothing;
      entries.set(name, { kind: stats.isFile() ? 'file' : 'other', content });
    }
  };
  look('');
  return entries;
}

const nothing = Buffer.alloc(0);
