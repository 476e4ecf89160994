// The generation lock: lets one process at a time, and one body within a process, change shared files.
//
// In the lock's folder the highest `<n>` is the lock, and it names its holder. `<n>.free` says that
// it was released. Whoever finds `n` free or its holder dead creates `n+1`, which only one can, and
// holds it if nothing higher is there by then. The highest is never removed, so a process that was
// asleep since it looked cannot create a generation that others already went past.
//
// Not re-entrant: a body that takes its own lock again waits for itself until the time is out.

import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { hasCode, UserError } from '../support/errors';
import { type Message, msg } from '../support/message';
import { livenessOf, ownIdentity, type ProcessIdentity } from '../support/processIdentity';
import { pause, upTime } from '../support/upTime';
import { readRegularFile } from './regularFile';

export interface HeldLock {
  /** Throws UserError 'lock-lost' when the lock is somebody else's by now. Call before a rename. */
  assertHeld(): void;
}

export interface LockOptions {
  /** How long to wait for a living holder; 5 s unless told. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Called once when the lock is not to be had at once. */
  readonly onWait?: () => void;
  /** For tests of file systems without hard links. */
  readonly link?: (existing: string, created: string) => void;
}

interface Owner extends ProcessIdentity {
  readonly token: string;
  readonly at: string;
}

interface Holder {
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
const heartbeatMs = 15_000;
/** Four heartbeats missed. Counts only where the holder's process cannot be looked at. */
const staleAfterMs = 60_000;
const longestPauseMs = 25;

export async function withLock<T>(
  directory: string,
  body: (lock: HeldLock) => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  const owner: Owner = {
    ...ownIdentity(),
    token: randomHex(),
    at: new Date().toISOString(),
  };
  const content = JSON.stringify(owner);
  const spare = path.join(directory, `.${process.pid}-${owner.token}.tmp`);
  const file = await acquire(directory, spare, content, options);
  const isOurs = () => readQuietly(file) === content;
  // Written, not touched with a time: the age is measured with the clock of the file system.
  const heartbeat = setInterval(() => {
    if (isOurs()) {
      overwrite(file, content);
    }
  }, heartbeatMs);
  heartbeat.unref();
  try {
    return await body({
      assertHeld: () => {
        if (path.basename(file) !== String(list(directory).highest) || !isOurs()) {
          throw new UserError(
            'lock-lost',
            msg(
              'Another process took over while this one was held up, so nothing was changed. Try again.',
            ),
          );
        }
      },
    });
  } finally {
    clearInterval(heartbeat);
    if (isOurs()) {
      release(file, spare, owner);
    } else {
      removeQuietly(spare);
    }
  }
}

/** Waits until it has created the highest generation, and returns its path. */
async function acquire(
  directory: string,
  spare: string,
  content: string,
  options: LockOptions,
): Promise<string> {
  const { timeoutMs = 5000, signal, onWait, link = linkSync } = options;
  const deadline = upTime() + timeoutMs;
  const now = createFolderClock(directory);
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted();
    const { highest, names } = list(directory);
    const file = path.join(directory, String(highest + 1));
    let holder =
      highest === 0 || names.includes(`${highest}.free`)
        ? undefined
        : readHolder(path.join(directory, String(highest)));
    if (holder === undefined || isStale(holder, now)) {
      if (publish(file, spare, content, link)) {
        const listing = list(directory);
        if (listing.highest === highest + 1) {
          tidy(directory, listing, spare, now);
          return file;
        }
        removeQuietly(spare);
      }
      holder = readHolder(file);
    }
    if (upTime() >= deadline) {
      throw new UserError('lock-timeout', timeoutMessage(directory, holder?.owner, timeoutMs));
    }
    if (attempt === 0) {
      onWait?.();
    }
    await pause(1 + Math.random() * Math.min(attempt, longestPauseMs - 1));
  }
}

function list(directory: string): Listing {
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
function readHolder(file: string): Holder | undefined {
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

function isStale({ owner, modified }: Holder, now: () => number): boolean {
  const liveness = owner === undefined ? 'unknown' : livenessOf(owner);
  return liveness === 'unknown' ? now() - modified > staleAfterMs : liveness === 'dead';
}

/** The time as the folder's file system tells it, which may be another machine's. Asked once. */
function createFolderClock(directory: string): () => number {
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
function publish(
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
const noHardLinks = 'ENOTSUP EOPNOTSUPP ENOSYS EPERM EACCES EINVAL EISDIR EMLINK EXDEV'.split(' ');

/** By renaming, which takes no room: a disk that filled up meanwhile must not keep the lock. */
function release(file: string, spare: string, owner: Owner): void {
  try {
    renameSync(spare, `${file}.free`);
  } catch {
    const nobody = JSON.stringify({ ...owner, pid: 0 });
    overwrite(file, nobody.padEnd(JSON.stringify(owner).length));
  }
}

/** Removes old generations, and what processes that died left behind. */
function tidy(
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

function timeoutMessage(directory: string, owner: Owner | undefined, timeoutMs: number): Message {
  const seconds = timeoutMs / 1000;
  if (owner === undefined) {
    return msg(
      'An unknown process holds the lock {0}; waited {1} s. Try again in a minute: by then it is free if that process is gone.',
      directory,
      seconds,
    );
  }
  if (owner.host !== ownIdentity().host) {
    return msg(
      'Process {0} on another machine or in another container ({1}) has held the lock {2} since {3}; waited {4} s. Try again in a minute: by then it is free if that process is gone.',
      owner.pid,
      owner.host,
      directory,
      owner.at,
      seconds,
    );
  }
  return msg(
    'Process {0} has held the lock {1} since {2}; waited {3} s. Try again, or end that process if it hangs.',
    owner.pid,
    directory,
    owner.at,
    seconds,
  );
}

function overwrite(file: string, content: string): void {
  try {
    writeFileSync(file, content, { flag: 'r+' });
  } catch {
    // The folder was removed under us: assertHeld tells the body.
  }
}

function readQuietly(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function removeQuietly(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Somebody else tidied at the same time.
  }
}

/** Unique is enough, nothing here is secret: loading node:crypto takes longer than the lock. */
function randomHex(): string {
  return Math.floor(Math.random() * 2 ** 48).toString(16);
}
