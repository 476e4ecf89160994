// A log that only grows: one entry is one append under its lock, synced before it is told. No byte
// that is there ever changes. When the lock is not to be had the entry waits in a file of its own, and
// whoever appends next takes it along.

import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { UserError } from '../support/errors';
import { realFileSystem, syncFolder } from './atomicFile';
import { toFileError } from './fileErrors';
import { outsideProject, readFileWithin } from './fileWithin';
import { type HeldLock, type LockOptions, withLock } from './lock';
import { realPathWithin } from './regularFile';
import { createWaitingEntries } from './waitingEntries';

export interface AppendLogOptions<E> {
  readonly path: string;
  /** No link may lead out of it. */
  readonly within: string;
  /** Folders of their own, made when needed. */
  readonly lockDirectory: string;
  readonly waitingDirectory: string;
  /** The entry as it follows what is there; ends with a line feed. */
  readonly format: (entry: E, current: string) => string;
  /** An entry that waited, from its file; undefined where it is none. */
  readonly parse: (json: unknown) => E | undefined;
  /** It was appended already by somebody who was killed before the file could be removed. */
  readonly isThere: (entry: E, current: string) => boolean;
  readonly now: () => Date;
}

export interface AppendLog<E> {
  /** `entryNow` is asked once, when it is its turn: what it says of the time is in order. */
  append(entryNow: () => E, options?: LockOptions): Promise<Appended<E>>;
}

/** `text` is what was appended for the entry; undefined while it waits. */
export interface Appended<E> {
  readonly entry: E;
  readonly text: string | undefined;
  /** The line that had no end, and was given one: a killed writer, or an editor, left it so. */
  readonly tornTail?: { readonly line: number };
}

export function createAppendLog<E>(options: AppendLogOptions<E>): AppendLog<E> {
  const { path: file, within, lockDirectory, waitingDirectory, format, isThere } = options;
  const waitingEntries = createWaitingEntries({ ...options, directory: waitingDirectory });

  async function appendNow(entry: E, lock: HeldLock): Promise<Appended<E>> {
    const waiting = waitingEntries.read();
    const before = currentText();
    let text = before;
    let piece = '';
    for (const each of [...waiting.map(({ entry: other }) => other), entry]) {
      if (each === entry || !isThere(each, before)) {
        piece = `${separator(text)}${format(each, text)}`;
        text += piece;
      }
    }
    await appendBytes(file, text.slice(before.length), lock);
    waitingEntries.remove(waiting);
    const tornTail = isTorn(before) && { line: before.split(/\r\n|\n|\r/).length };
    return { entry, text: piece, ...(tornTail && { tornTail }) };
  }

  function currentText(): string {
    const seen = readFileWithin(file, within);
    if (seen.kind === 'outside' || seen.kind === 'unreadable') {
      throw new UserError(seen.kind, seen.reason);
    }
    return seen.kind === 'ok' ? seen.bytes.toString('utf8') : '';
  }

  return {
    append: async (entryNow, lockOptions) => {
      try {
        for (const place of [path.dirname(file), lockDirectory, waitingDirectory]) {
          if (realPathWithin(within, place) === undefined) {
            throw new UserError('outside', outsideProject(place, within));
          }
        }
        mkdirSync(path.dirname(file), { recursive: true });
        return await withLock(lockDirectory, (lock) => appendNow(entryNow(), lock), lockOptions);
      } catch (error) {
        if (UserError.is(error, 'lock-timeout')) {
          const entry = entryNow();
          await waitingEntries.add(entry);
          return { entry, text: undefined };
        }
        throw toFileError(error, file);
      }
    },
  };
}

function isTorn(text: string): boolean {
  return !isBlank(text) && !/[\r\n]$/.test(text);
}

function isBlank(text: string): boolean {
  return text === '' || text === '\uFEFF';
}

/** A killed writer, or a person, may have left a last line without its end. */
function separator(text: string): string {
  const ending = text.includes('\r\n') ? '\r\n' : '\n';
  if (isBlank(text)) {
    return '';
  }
  if (!text.endsWith('\n')) {
    return ending.repeat(2);
  }
  return /\n\r?\n$/.test(text) ? '' : ending;
}

/** One write. Where the disk takes only a part, that part goes again: it is ours, and the last. */
async function appendBytes(file: string, text: string, lock: HeldLock): Promise<void> {
  const bytes = Buffer.from(text);
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  const flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;
  const fd = openSync(file, flags, 0o644);
  try {
    const { size } = fstatSync(fd);
    lock.assertHeld();
    const written = writeSync(fd, bytes);
    if (written < bytes.length) {
      if (fstatSync(fd).size === size + written) {
        ftruncateSync(fd, size);
      }
      throw Object.assign(new Error(`${file}: wrote ${written} of ${bytes.length} bytes`), {
        code: 'ENOSPC',
      });
    }
    await realFileSystem.fsync(fd);
    if (size === 0) {
      // Its name is new, too.
      await syncFolder(realFileSystem, path.dirname(file));
    }
  } finally {
    closeSync(fd);
  }
}
