// Entries that came while somebody else held the lock of their file: each waits in a file of its own,
// and whoever holds the lock next takes it along.

import { mkdirSync, readdirSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { hasCode } from '../support/errors';
import { createFile, realFileSystem, syncFolder } from './atomicFile';
import { readFileWithin } from './fileWithin';

export interface WaitingEntry<E> {
  readonly file: string;
  readonly entry: E;
}

export interface WaitingEntries<E> {
  /** The oldest first. What is none stays where it is. */
  read(): WaitingEntry<E>[];
  add(entry: E): Promise<void>;
  /** When they are where they belong. */
  remove(done: readonly WaitingEntry<E>[]): void;
}

export interface WaitingOptions<E> {
  /** A folder of its own, made when needed. */
  readonly directory: string;
  readonly within: string;
  /** undefined where it is none. */
  readonly parse: (json: unknown) => E | undefined;
  readonly now: () => Date;
}

export function createWaitingEntries<E>({
  directory,
  within,
  parse,
  now,
}: WaitingOptions<E>): WaitingEntries<E> {
  function parsed(bytes: Buffer): E | undefined {
    try {
      return parse(JSON.parse(bytes.toString('utf8')));
    } catch {
      return undefined;
    }
  }

  return {
    read: () =>
      namesIn(directory)
        .filter((name) => name.endsWith('.json'))
        .sort()
        .flatMap((name) => {
          const file = path.join(directory, name);
          const seen = readFileWithin(file, within);
          const entry = seen.kind === 'ok' ? parsed(seen.bytes) : undefined;
          return entry === undefined ? [] : [{ file, entry }];
        }),
    add: async (entry) => {
      mkdirSync(directory, { recursive: true });
      const unique = Math.floor(Math.random() * 2 ** 24)
        .toString(16)
        .padStart(6, '0');
      const name = `${now().getTime()}-${unique}.json`;
      await createFile(path.join(directory, name), `${JSON.stringify(entry)}\n`);
      await syncFolder(realFileSystem, directory);
    },
    remove: (done) => {
      done.forEach(({ file }) => {
        unlinkSync(file);
      });
    },
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) {
      return [];
    }
    throw error;
  }
}
