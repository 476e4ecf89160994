// What the files of a project give to a snapshot, read again only when a file is different.

import type { Problem } from './schemas/problem';
import { stampOf } from './stores/fileStamp';

/** What one file gives to a snapshot. */
export interface Part<T> {
  readonly value: T | null;
  readonly problems: readonly Problem[];
}

export function createPartCache() {
  const parts = new Map<string, { stamp: string; part: Part<unknown> }>();
  const joined = new Map<string, { from: readonly unknown[]; part: Part<unknown> }>();
  return {
    async read<T>(files: readonly string[], read: () => Promise<Part<T>>): Promise<Part<T>> {
      const key = files[0] ?? '';
      const stamp = files.map(stampOf).join();
      const known = parts.get(key);
      if (known?.stamp === stamp) {
        return known.part as Part<T>;
      }
      const part = await read();
      // What could not be read may be a passing trouble: look again the next time.
      if (part.problems.some(({ code }) => code === 'unreadable')) {
        parts.delete(key);
      } else {
        parts.set(key, { stamp, part });
      }
      return part;
    },
    /** One part of many, the same object while each of them is. */
    join<T>(key: string, from: readonly Part<T>[]): Part<readonly T[]> {
      const known = joined.get(key);
      if (known?.from.length === from.length && from.every((each, i) => each === known.from[i])) {
        return known.part as Part<readonly T[]>;
      }
      const part = {
        value: from.flatMap(({ value }) => (value === null ? [] : [value])),
        problems: from.flatMap(({ problems }) => problems),
      };
      joined.set(key, { from, part });
      return part;
    },
  };
}
