// The files of a lock, in its folder: which generation is the highest, who holds it, whether that
// one is still there; how a generation is made, released and cleared away. lock.ts says why.

import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { hasCode } from '../support/errors';
import { livenessOf, ownIdentity, type ProcessIdentity } from '../support/processIdentity';
import { upTime } from '../support/upTime';
import { readRegularFile } from './regularFile';

export interface Owner extends ProcessIdentity {
  readonly token: string;
  readonly at: string;
}

export interface Holder {
  /** Undefined when the file does not say. */
  readonly owner: Owner | undefined;
  readonly modified: number;
}

interface Listing {
  readonly names: readonly string[];
  readonly highest: number;
}

/** Beyond these, `readdir` could miss the highest while others add and remove entries. */
const keptGenerations = 64;
/** Four heartbeats missed. Counts only where the holder's process cannot be looked at. */
const staleAfterMs = 60_000;

export function list(directory: string): Listing {
  const names = readdirOrNothing(directory);
  let highest = 0;
  for (const name of names) {
    // Looked at closely only when it would be the highest: a hook does this in its first milliseconds,
    // in which nothing is compiled yet.
    if (Number.parseInt(name, 10) > highest) {
      highest = generationOf(name) ?? highest;
    }
  }
  return { names, highest };
}

function readdirOrNothing(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) {
      return [];
    }
    throw error;
  }
}

function generationOf(name: string): number | undefined {
  // Longer numbers cannot be counted up, and are not ours.
  return /^\d{1,15}(\.free)?$/.test(name) ? Number.parseInt(name, 10) : undefined;
}

/** Undefined when it is not there (any more). */
export function readHolder(file: string): Holder | undefined {
  try {
    // Opened even if only its time matters: that makes a network file system look afresh.
    const { content, stats } = readRegularFile(file, 4096);
    return { owner: parseOwner(content?.toString() ?? ''), modified: stats.mtimeMs };
  } catch {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    return stats && { owner: undefined, modified: stats.mtimeMs };
  }
}

function parseOwner(text: string): Owner | undefined {
  try {
    const owner = JSON.parse(text) as Owner | null;
    return typeof owner?.pid === 'number' && typeof owner.host === 'string' ? owner : undefined;
  } catch {
    return undefined;
  }
}

export function isStale({ owner, modified }: Holder, now: () => number): boolean {
  const liveness = owner === undefined ? 'unknown' : livenessOf(owner);
  return liveness === 'unknown' ? now() - modified > staleAfterMs : liveness === 'dead';
}

/** The time as the folder's file system tells it, which may be another machine's. Asked once. */
export function createFolderClock(directory: string): () => number {
  let offset: number | undefined;
  return () => {
    offset ??= timeOfNewFile(directory) - upTime();
    return offset + upTime();
  };
}

function timeOfNewFile(directory: string): number {
  const probe = path.join(directory, `.${process.pid}-${randomHex()}.tmp`);
  try {
    writeFileSync(probe, JSON.stringify(ownIdentity()), { flag: 'wx' });
    return lstatSync(probe).mtimeMs;
  } finally {
    removeQuietly(probe);
  }
}

/**
 * Creates the lock file with its content in one step, by linking `spare` to it. False when somebody
 * else was first. `spare` stays, for the release.
 */
export function publish(
  file: string,
  spare: string,
  content: string,
  link: (existing: string, created: string) => void,
  mayMakeFolder = true,
): boolean {
  try {
    writeFileSync(spare, content, { flag: 'wx' });
    try {
      link(spare, file);
    } catch (error) {
      if (!hasCode(error, ...noHardLinks)) {
        throw error;
      }
      // Here it is empty for a moment. If its maker dies in that moment, its age frees it.
      writeFileSync(file, content, { flag: 'wx' });
    }
    return true;
  } catch (error) {
    removeQuietly(spare);
    if (hasCode(error, 'ENOENT') && mayMakeFolder) {
      mkdirSync(path.dirname(file), { recursive: true });
      return publish(file, spare, content, link, false);
    }
    if (hasCode(error, 'EEXIST')) {
      return false;
    }
    throw error;
  }
}

/** FAT, some shares and user-space file systems; EISDIR is how Windows says it. */
export const noHardLinks =
  'ENOTSUP EOPNOTSUPP ENOSYS EPERM EACCES EINVAL EISDIR EMLINK EXDEV'.split(' ');

/** By renaming, which takes no room: a disk that filled up meanwhile must not keep the lock. */
export function release(file: string, spare: string, owner: Owner): void {
  try {
    renameSync(spare, `${file}.free`);
  } catch {
    const nobody = JSON.stringify({ ...owner, pid: 0 });
    overwrite(file, nobody.padEnd(JSON.stringify(owner).length));
  }
}

/** Removes old generations, and what processes that died left behind. */
export function tidy(
  directory: string,
  { names, highest }: Listing,
  spare: string,
  now: () => number,
): void {
  for (const name of names) {
    if (Number.parseInt(name, 10) > highest - keptGenerations) {
      continue;
    }
    const file = path.join(directory, name);
    if (generationOf(name) !== undefined) {
      removeQuietly(file);
    } else if (name.endsWith('.tmp') && file !== spare) {
      const holder = readHolder(file);
      if (holder !== undefined && isStale(holder, now)) {
        removeQuietly(file);
      }
    }
  }
}

export function overwrite(file: string, content: string): void {
  try {
    writeFileSync(file, content, { flag: 'r+' });
  } catch {
    // The folder was removed under us: assertHeld tells the body.
  }
}

export function readQuietly(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

export function removeQuietly(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Somebody else tidied at the same time.
  }
}

/** Unique is enough, nothing here is secret: loading node:crypto takes longer than the lock. */
export function randomHex(): string {
  return Math.floor(Math.random() * 2 ** 48).toString(16);
}
