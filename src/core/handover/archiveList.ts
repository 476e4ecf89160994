// The handovers that were archived, as names: what is in them is read when it is asked for.

import { readdirSync } from 'node:fs';
import path from 'node:path';

export interface Archive {
  /** Absolute. */
  readonly file: string;
  /** `2026-01-15-2` */
  readonly name: string;
  /** `2026-01-15`; undefined of one that somebody named otherwise. */
  readonly date: string | undefined;
}

/** The newest first; none where the folder is not there. Links are no archives. */
export function listArchives(folder: string): readonly Archive[] {
  return plainFilesIn(folder)
    .filter((entry) => entry.endsWith('.md'))
    .map((entry) => ({ ...toArchive(folder, entry), count: countOf(entry) }))
    .sort(
      (a, b) =>
        (b.date ?? '').localeCompare(a.date ?? '') ||
        b.count - a.count ||
        a.name.localeCompare(b.name),
    )
    .map(({ file, name, date }) => ({ file, name, date }));
}

const dated = /^(\d{4}-\d{2}-\d{2})(?:-(\d{1,9}))?\.md$/;

function toArchive(folder: string, entry: string): Archive {
  return {
    file: path.join(folder, entry),
    name: path.basename(entry, '.md'),
    date: dated.exec(entry)?.[1],
  };
}

/** Of several on one day. */
function countOf(entry: string): number {
  return Number(dated.exec(entry)?.[2] ?? 1);
}

function plainFilesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
