// One JSON file of ours: read by anybody at any time, changed under its lock, with a backup beside it.
// Reading only reports. A file that does not parse is never overwritten before a copy of it is kept.

import { isUtf8 } from 'node:buffer';
import { mkdirSync, type Stats } from 'node:fs';
import path from 'node:path';
import { withoutByteOrderMark } from '../support/byteOrderMark';
import { describeError, UserError } from '../support/errors';
import type { Logger } from '../support/logger';
import { type Message, msg, render } from '../support/message';
import {
  type AtomicFileSystem,
  realFileSystem,
  sweepTemporaryFiles,
  writeFileAtomic,
} from './atomicFile';
import { keepCorruptCopy } from './corruptCopy';
import { toFileError } from './fileErrors';
import { type FileWithin, outsideProject, readFileWithin } from './fileWithin';
import { type HeldContent, holdContent } from './heldContent';
import { type HeldLock, type LockOptions, withLock } from './lock';
import { realPathWithin } from './regularFile';

/** A value and what is odd about it, or why there is none. */
export type Parsed<T> =
  | {
      readonly ok: true;
      readonly value: T;
      readonly problems: readonly Message[];
      /** Something did not fit and is not in the value: a writer keeps a copy of the file. */
      readonly leavesOut?: boolean;
    }
  | { readonly ok: false; readonly reason: Message };

export interface Backup<T> {
  readonly value: T;
  readonly raw: string;
}

export type JsonFileState<T> =
  | {
      readonly kind: 'ok';
      readonly value: T;
      readonly raw: string;
      readonly problems: readonly Message[];
      /** A rewrite would lose something, so that a writer keeps a copy. */
      readonly leavesOut?: boolean;
    }
  /** Not JSON, or not what `parse` takes: a writer keeps a copy and goes on from the backup. */
  | {
      readonly kind: 'corrupt';
      readonly reason: Message;
      readonly backup: Backup<T> | undefined;
    }
  | Exclude<FileWithin, { kind: 'ok' }>;

export interface JsonFileOptions<T> {
  readonly path: string;
  /** A folder of its own, used for nothing else; made when needed. */
  readonly lockDirectory: string;
  /** The project: no link may lead out of it. */
  readonly within: string;
  /** Must keep fields it does not know, or a rewrite would lose them. */
  readonly parse: (json: unknown) => Parsed<T>;
  readonly now: () => Date;
  readonly logger: Logger;
  readonly fs?: AtomicFileSystem;
}

export interface JsonFile<T> {
  read(): Promise<JsonFileState<T>>;
  /**
   * `change` gets what is there (from the backup if that is corrupt, undefined if there is nothing)
   * and returns what shall be; it may be called in any process at any time, so it must be quick.
   * `quarantined` is the path of the copy of a corrupt file.
   */
  update(change: (current: T | undefined) => T, options?: LockOptions): Promise<Updated<T>>;
  /** Puts the backup in place of a corrupt file; what is good, or was removed, stays so. */
  restoreBackup(options?: LockOptions): Promise<Updated<T>>;
}

export interface Updated<T> {
  readonly value: T;
  readonly quarantined?: string;
}

export function createJsonFile<T>(options: JsonFileOptions<T>): JsonFile<T> {
  const { path: file, lockDirectory, within, parse, now, logger, fs = realFileSystem } = options;
  const name = path.basename(file);
  const backupFile = `${file}.bak`;

  function look(): Seen<T> {
    const seen = readJson(file, within, parse);
    return seen.kind === 'corrupt' ? { ...seen, backup: lookAtBackup() } : seen;
  }

  function lookAtBackup(): Backup<T> | undefined {
    const seen = readJson(backupFile, within, parse);
    return seen.kind === 'ok' ? { value: seen.value, raw: seen.raw } : undefined;
  }

  /** Runs `body` as the only writer of a file that may be written. */
  async function change(
    body: (seen: Seen<T>, lock: HeldLock) => Promise<Updated<T>>,
    lockOptions?: LockOptions,
  ): Promise<Updated<T>> {
    try {
      for (const place of [path.dirname(file), lockDirectory]) {
        if (realPathWithin(within, place) === undefined) {
          throw new UserError('outside', outsideProject(place, within));
        }
      }
      mkdirSync(path.dirname(file), { recursive: true });
      return await withLock(
        lockDirectory,
        async (lock) => {
          sweepTemporaryFiles(file, backupFile);
          const seen = look();
          if (seen.kind === 'outside' || seen.kind === 'unreadable') {
            throw new UserError(seen.kind, seen.reason);
          }
          return body(seen, lock);
        },
        lockOptions,
      );
    } catch (error) {
      throw toFileError(error, file);
    }
  }

  /** Keeps a copy of what a rewrite would lose. */
  async function quarantine(seen: Seen<T>): Promise<string | undefined> {
    if (seen.kind !== 'corrupt' && !(seen.kind === 'ok' && seen.leavesOut)) {
      return undefined;
    }
    const aside = await keepCorruptCopy(file, seen.bytes, { mode: seen.stats.mode, now: now() });
    const reasons = seen.kind === 'corrupt' ? [seen.reason] : seen.problems;
    const why = reasons.map((reason) => render(reason)).join(' ');
    logger.warn(`${name} is corrupt. ${why} Kept as ${path.basename(aside)}.`);
    return aside;
  }

  // The change itself may still be safe, so what keeps a backup from being made must not prevent it.
  const notRenewed = (error: unknown) => {
    logger.warn(`The backup of ${name} was not renewed: ${describeError(error)}`);
  };

  function publish(held: HeldContent | undefined): void {
    try {
      held?.publish();
    } catch (error) {
      notRenewed(error);
    }
  }

  async function copyToBackup(content: string, lock: HeldLock): Promise<void> {
    const beforeRename = () => {
      lock.assertHeld();
    };
    try {
      await writeFileAtomic(backupFile, content, { beforeRename, fs, leavesFolder: true });
    } catch (error) {
      lock.assertHeld();
      notRenewed(error);
    }
  }

  /**
   * The content before becomes the backup. Where that is broken or gone, the backup is the last good
   * one and stays; only where there is none at all, the new content is the first.
   */
  async function write(text: string, seen: Seen<T>, lock: HeldLock): Promise<void> {
    const isWhole = seen.kind === 'ok' && !seen.leavesOut;
    const held = isWhole ? holdContent(file, backupFile, seen.stats, fs) : undefined;
    try {
      if (!held && (isWhole || lookAtBackup() === undefined)) {
        await copyToBackup(isWhole ? seen.raw : text, lock);
      }
      const beforeRename = () => {
        lock.assertHeld();
        publish(held);
      };
      await writeFileAtomic(file, text, { beforeRename, fs });
    } finally {
      held?.release();
    }
  }

  return {
    read: () => Promise.resolve(look()),

    update: (makeValue, lockOptions) =>
      change(async (seen, lock) => {
        const current =
          seen.kind === 'ok'
            ? seen.value
            : seen.kind === 'corrupt'
              ? seen.backup?.value
              : undefined;
        const text = `${JSON.stringify(makeValue(current), undefined, 2)}\n`;
        const parsed = parse(parseJson(text));
        if (!parsed.ok) {
          throw new Error(`${name} was to be written with a bad value. ${render(parsed.reason)}`);
        }
        const quarantined = await quarantine(seen);
        if (seen.kind !== 'ok' || seen.raw !== text) {
          await write(text, seen, lock);
        }
        return { value: parsed.value, quarantined };
      }, lockOptions),

    restoreBackup: (lockOptions) =>
      change(async (seen, lock) => {
        if (seen.kind !== 'corrupt') {
          throw new UserError(
            'not-broken',
            msg('{0} is not broken, so its backup stays where it is.', file),
          );
        }
        const { backup } = seen;
        if (backup === undefined) {
          throw new UserError(
            'no-backup',
            msg(
              'There is no usable backup of {0}. Mend the file by hand, or delete it to start anew.',
              file,
            ),
          );
        }
        const quarantined = await quarantine(seen);
        await write(backup.raw, seen, lock);
        return { value: backup.value, quarantined };
      }, lockOptions),
  };
}

/** A state, with what only a writer needs to know about the file. */
type Seen<T> =
  | Exclude<JsonFileState<T>, { kind: 'ok' | 'corrupt' }>
  | (Extract<JsonFileState<T>, { kind: 'ok' | 'corrupt' }> & {
      readonly stats: Stats;
      readonly bytes: Buffer;
    });

function readJson<T>(file: string, within: string, parse: (json: unknown) => Parsed<T>): Seen<T> {
  const seen = readFileWithin(file, within);
  if (seen.kind !== 'ok') {
    return seen;
  }
  const { bytes, stats } = seen;
  const raw = bytes.toString('utf8');
  const parsed = parseText(bytes, raw, parse);
  return parsed.ok
    ? { ...parsed, kind: 'ok', raw, stats, bytes }
    : { kind: 'corrupt', reason: parsed.reason, backup: undefined, stats, bytes };
}

function parseText<T>(bytes: Buffer, raw: string, parse: (json: unknown) => Parsed<T>): Parsed<T> {
  if (!isUtf8(bytes)) {
    return { ok: false, reason: msg('It is not UTF-8 text.') };
  }
  const text = withoutByteOrderMark(raw);
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (error) {
    return { ok: false, reason: syntaxError(text, describeError(error)) };
  }
  return isDeeper(json, maxDepth)
    ? { ok: false, reason: msg('It is nested too deeply.') }
    : parse(json);
}

/**
 * Without the keys named `__proto__`: JSON.parse makes harmless fields of them, but whoever copies
 * such an object by assignment would give it another prototype. Of unknown fields only these are
 * not kept, and digits of numbers beyond what JavaScript can count.
 */
function parseJson(text: string): unknown {
  return text.includes('__proto__') || text.includes('\\u')
    ? JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value))
    : JSON.parse(text);
}

/** None of our files is; whoever walks such a value runs out of stack. */
const maxDepth = 100;

function isDeeper(value: unknown, depth: number): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    (depth === 0 || Object.values(value).some((child) => isDeeper(child, depth - 1)))
  );
}

/** The engine's own words would repeat parts of the file, which may be private. */
function syntaxError(text: string, engineMessage: string): Message {
  if (text.trim() === '') {
    return msg('It is empty.');
  }
  const position = /at position (\d+)/.exec(engineMessage)?.[1];
  if (position === undefined) {
    return msg('It is not valid JSON.');
  }
  const before = text.slice(0, Number(position)).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return msg('It is not valid JSON: line {0}, column {1}.', before.length, column);
}
