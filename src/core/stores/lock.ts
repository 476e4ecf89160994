// The generation lock: lets one process at a time, and one body within a process, change shared files.
//
// In the lock's folder the highest `<n>` is the lock, and it names its holder. `<n>.free` says that
// it was released. Whoever finds `n` free or its holder dead creates `n+1`, which only one can, and
// holds it if nothing higher is there by then. The highest is never removed, so a process that was
// asleep since it looked cannot create a generation that others already went past.
//
// Not re-entrant: a body that takes its own lock again waits for itself until the time is out.

import { linkSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../support/errors';
import { type Message, msg } from '../support/message';
import { ownIdentity } from '../support/processIdentity';
import { pause, upTime } from '../support/upTime';
import {
  createFolderClock,
  isStale,
  list,
  overwrite,
  type Owner,
  publish,
  randomHex,
  readHolder,
  readQuietly,
  release,
  removeQuietly,
  tidy,
} from './lockFiles';

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

const heartbeatMs = 15_000;
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
