// Replaces a file so that anybody, at any moment, whatever is killed, finds the old or the new one.
// Knows nothing of locks: who must not lose an update calls it under one.

import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  unlinkSync,
  writeSync,
  type Stats,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { hasCode, UserError } from '../support/errors';
import { msg } from '../support/message';
import { pause } from '../support/upTime';

/**
 * The operations used, so that a test can fail each of them. Only `fsync` can take long (a busy or
 * remote disk), so only that one does not block the host.
 */
export interface AtomicFileSystem {
  lstat(file: string): Stats | undefined;
  open(file: string, flags: string, mode?: number): number;
  write(fd: number, bytes: Uint8Array, offset: number): number;
  fstat(fd: number): Stats;
  fchmod(fd: number, mode: number): void;
  fchown(fd: number, uid: number, gid: number): void;
  fsync(fd: number): Promise<void>;
  close(fd: number): void;
  link(from: string, to: string): void;
  rename(from: string, to: string): void;
  unlink(file: string): void;
  /** How often a rename is tried: on Windows a scanner or an editor may have the file open. */
  readonly renameAttempts: number;
}

export const realFileSystem: AtomicFileSystem = {
  lstat: (file) => lstatSync(file, { throwIfNoEntry: false }),
  open: openSync,
  write: (fd, bytes, offset) => writeSync(fd, bytes, offset),
  fstat: (fd) => fstatSync(fd),
  fchmod: fchmodSync,
  fchown: fchownSync,
  fsync: promisify(fsync),
  close: closeSync,
  link: linkSync,
  rename: renameSync,
  unlink: unlinkSync,
  renameAttempts: process.platform === 'win32' ? 30 : 1,
};

/** For processes in which nothing else waits: a call of the thread pool takes longer than most syncs. */
export const blockingFileSystem: AtomicFileSystem = {
  ...realFileSystem,
  fsync: (fd) => {
    fsyncSync(fd);
    return Promise.resolve();
  },
};

export interface WriteOptions {
  /** Of a new file, 0600 unless told; a file that is there keeps the mode it has. */
  readonly mode?: number;
  /** Called just before the rename; what it throws leaves the old file in place. */
  readonly beforeRename?: () => void;
  readonly fs?: AtomicFileSystem;
  /** Whoever replaces another file of that folder right after it syncs the folder then. */
  readonly leavesFolder?: boolean;
}

/** What is there now; a link would be replaced by a file, behind the back of whoever made it. */
export function assertReplaceable(
  file: string,
  fs: AtomicFileSystem = realFileSystem,
): Stats | undefined {
  const replaced = fs.lstat(file);
  if (replaced?.isFile() === false) {
    throw new UserError(
      'not-a-file',
      msg('{0} is a link or a folder, so Baton does not write it. Put a plain file there.', file),
    );
  }
  return replaced;
}

export async function writeFileAtomic(
  file: string,
  content: string | Uint8Array,
  options: WriteOptions = {},
): Promise<void> {
  const { beforeRename, fs = realFileSystem, leavesFolder = false } = options;
  const replaced = assertReplaceable(file, fs);
  const temporary = temporaryPath(file);
  try {
    await createFile(temporary, content, { ...options, replaced });
    await rename(fs, temporary, file, beforeRename);
  } catch (error) {
    removeQuietly(fs, temporary);
    throw error;
  }
  if (!leavesFolder) {
    await syncFolder(fs, path.dirname(file));
  }
}

/** Writes a file that must not exist yet, whole or not at all (unless killed: then in part). */
export async function createFile(
  file: string,
  content: string | Uint8Array,
  options: WriteOptions & { readonly replaced?: Stats } = {},
): Promise<void> {
  const { replaced, mode = 0o600, fs = realFileSystem } = options;
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const fd = fs.open(file, 'wx', replaced === undefined ? mode : replaced.mode & 0o777);
  let open = true;
  try {
    let offset = 0;
    let count: number;
    do {
      count = fs.write(fd, bytes, offset);
      offset += count;
    } while (count > 0 && offset < bytes.length);
    const written = fs.fstat(fd);
    // A full disk has been seen to shorten a write without an error.
    if (written.size !== bytes.length) {
      throw Object.assign(new Error(`${file}: wrote ${written.size} of ${bytes.length} bytes`), {
        code: 'ENOSPC',
      });
    }
    if (replaced !== undefined) {
      keepOwnerAndMode(fs, fd, written, replaced);
    }
    await fs.fsync(fd);
    open = false;
    fs.close(fd);
  } catch (error) {
    if (open) {
      closeQuietly(fs, fd);
    }
    removeQuietly(fs, file);
    throw error;
  }
}

/** Makes a new or renamed entry of a folder survive a power cut, where the platform can. */
export async function syncFolder(fs: AtomicFileSystem, folder: string): Promise<void> {
  let fd: number | undefined;
  try {
    fd = fs.open(folder, 'r');
    await fs.fsync(fd);
  } catch (error) {
    // Windows opens no folders; some network and user-space file systems cannot sync them.
    if (!hasCode(error, 'EISDIR', 'EPERM', 'EACCES', 'EBADF', 'EINVAL', ...notSupported)) {
      throw error;
    }
  } finally {
    if (fd !== undefined) {
      closeQuietly(fs, fd);
    }
  }
}

const notSupported = ['ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Removes what killed writers of `file`, and of another one beside it, left. Only for the holder of
 * their lock: others may be writing.
 */
export function sweepTemporaryFiles(file: string, beside = file): void {
  const folder = path.dirname(file);
  const prefixes = [file, beside].map((each) => `.${path.basename(each)}.`);
  for (const name of readdirSync(folder)) {
    const isOurs = (prefix: string) =>
      name.startsWith(prefix) && /^\d+-[0-9a-f]+\.tmp$/.test(name.slice(prefix.length));
    if (prefixes.some(isOurs)) {
      removeQuietly(realFileSystem, path.join(folder, name));
    }
  }
}

/** In the same folder, and swept by the next holder of the lock if it is left. */
export function temporaryPath(file: string): string {
  const unique = Math.floor(Math.random() * 2 ** 48).toString(16);
  return path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}-${unique}.tmp`);
}

async function rename(
  fs: AtomicFileSystem,
  from: string,
  to: string,
  beforeRename: (() => void) | undefined,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    beforeRename?.();
    try {
      fs.rename(from, to);
      return;
    } catch (error) {
      if (attempt >= fs.renameAttempts || !hasCode(error, 'EPERM', 'EACCES', 'EBUSY')) {
        throw error;
      }
      await pause(Math.min(attempt * 5, 100));
    }
  }
}

/** As far as it may: the new file was created with no more rights than the old one had. */
function keepOwnerAndMode(fs: AtomicFileSystem, fd: number, written: Stats, replaced: Stats): void {
  const asFarAsAllowed = (change: () => void) => {
    try {
      change();
    } catch (error) {
      if (!hasCode(error, 'EPERM', 'EINVAL', ...notSupported)) {
        throw error;
      }
    }
  };
  if (written.uid !== replaced.uid || written.gid !== replaced.gid) {
    asFarAsAllowed(() => {
      fs.fchown(fd, replaced.uid, replaced.gid);
    });
  }
  if ((written.mode & 0o777) !== (replaced.mode & 0o777)) {
    asFarAsAllowed(() => {
      fs.fchmod(fd, replaced.mode & 0o777);
    });
  }
}

function closeQuietly(fs: AtomicFileSystem, fd: number): void {
  try {
    fs.close(fd);
  } catch {
    // What was to be said about this file has been said already.
  }
}

export function removeQuietly(fs: AtomicFileSystem, file: string): void {
  try {
    fs.unlink(file);
  } catch {
    // Gone already, or swept by the next holder of the lock.
  }
}
