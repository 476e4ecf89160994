// The index of a repository as a file: work on a copy of it, and put that in its place by git's own
// way. Until then the user's index is not touched, whatever is killed when.

import { constants, readdirSync, statSync } from 'node:fs';
import { copyFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pause } from '../support/upTime';
import { hasCode, UserError } from '../support/errors';
import { msg } from '../support/message';
import type { Repository } from './repository';

export interface IndexCopy {
  /** Turns git to the copy. */
  readonly env: { readonly GIT_INDEX_FILE: string };
  /** Takes git's lock of the index and, when the body is done, puts the copy in its place. */
  install(body?: () => Promise<void>): Promise<void>;
  /** Waits until no other git has the index. */
  whenFree(): Promise<void>;
  /** Whether somebody has changed the index since it was copied. */
  isOutdated(): boolean;
}

const prefix = 'baton-index-';

export async function withIndexCopy<T>(
  { gitDirectory }: Repository,
  body: (copy: IndexCopy) => Promise<T>,
): Promise<T> {
  const index = path.join(gitDirectory, 'index');
  const lock = `${index}.lock`;
  await sweep(gitDirectory);
  const folder = await mkdtemp(path.join(gitDirectory, prefix));
  const copy = path.join(folder, 'index');
  const before = stamp(index);
  try {
    if (before !== '') {
      await copyFile(index, copy);
    }
    return await body({
      env: { GIT_INDEX_FILE: copy },
      whenFree: async () => {
        await whenUnlocked(() => writeFile(lock, '', { flag: 'wx' }));
        await rm(lock, { force: true });
      },
      isOutdated: () => stamp(index) !== before,
      install: async (between) => {
        await whenUnlocked(() => copyFile(copy, lock, constants.COPYFILE_EXCL));
        try {
          await between?.();
        } catch (error) {
          await rm(lock, { force: true });
          throw error;
        }
        await rename(lock, index);
      },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function stamp(file: string): string {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.ino}.${stats.size}.${stats.mtimeNs}` : '';
}

/** The editor's own git looks at the index now and then, and holds its lock for a moment. */
export const mostAttempts = 10;
export const pauseMs = 150;

async function whenUnlocked(take: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await take();
      return;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) {
        throw error;
      }
      if (attempt === mostAttempts) {
        throw gitBusy();
      }
      await pause(pauseMs);
    }
  }
}

export function gitBusy(): UserError {
  return new UserError(
    'git-busy',
    msg(
      'Another git is at work in this repository, so nothing was changed. Wait for it and try again; if there is none, delete .git/index.lock.',
    ),
  );
}

const abandonedMs = 60 * 60_000;

/** What killed processes left. */
async function sweep(gitDirectory: string): Promise<void> {
  const left = readdirSync(gitDirectory).filter((name) => {
    const file = path.join(gitDirectory, name);
    const stats = name.startsWith(prefix) && statSync(file, { throwIfNoEntry: false });
    return stats && stats.mtimeMs < Date.now() - abandonedMs;
  });
  for (const name of left) {
    await rm(path.join(gitDirectory, name), { recursive: true, force: true });
  }
}
