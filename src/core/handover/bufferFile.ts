// buffer.md on disk: changed under its lock, and never over what somebody else wrote meanwhile.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { ProjectPaths } from '../projectPaths';
import { sweepTemporaryFiles, writeFileAtomic } from '../stores/atomicFile';
import { toFileError } from '../stores/fileErrors';
import { outsideProject, readFileWithin } from '../stores/fileWithin';
import { stampOf } from '../stores/fileStamp';
import { type HeldLock, type LockOptions, withLock } from '../stores/lock';
import { realPathWithin } from '../stores/regularFile';
import { UserError } from '../support/errors';
import { msg } from '../support/message';

export async function underBufferLock<T>(
  { paths }: { readonly paths: ProjectPaths },
  body: (lock: HeldLock) => Promise<T>,
  options?: LockOptions,
): Promise<T> {
  const { root, buffer, locks, handover } = paths;
  for (const place of [handover, locks]) {
    if (realPathWithin(root, place) === undefined) {
      throw new UserError('outside', outsideProject(place, root));
    }
  }
  try {
    return await withLock(path.join(locks, 'buffer.md'), body, options);
  } catch (error) {
    // The lock needs its place on the disk, too.
    throw toFileError(error, buffer);
  }
}

/** undefined where there is none. */
export function readBufferText({ root, buffer }: ProjectPaths): string | undefined {
  const seen = readFileWithin(buffer, root);
  if (seen.kind === 'outside' || seen.kind === 'unreadable') {
    throw new UserError(seen.kind, seen.reason);
  }
  if (seen.kind === 'missing') {
    return undefined;
  }
  const text = seen.bytes.toString('utf8');
  if (!Buffer.from(text).equals(seen.bytes)) {
    throw new UserError(
      'not-utf8',
      msg('{0} is not UTF-8 text, so Baton does not change it. Save it as UTF-8.', buffer),
    );
  }
  return text;
}

/** Editors and agents write it without asking for a lock. */
const mostAttempts = 10;

/** `change` may be asked again, with what is there by then; undefined or the same writes nothing. */
export async function changeBuffer(
  paths: ProjectPaths,
  lock: HeldLock,
  change: (current: string | undefined) => string | undefined,
): Promise<void> {
  const { buffer } = paths;
  for (let attempt = 1; ; attempt++) {
    const stamp = stampOf(buffer);
    const current = readBufferText(paths);
    const next = change(current);
    if (next === undefined || next === current) {
      return;
    }
    mkdirSync(path.dirname(buffer), { recursive: true });
    sweepTemporaryFiles(buffer);
    try {
      await writeFileAtomic(buffer, next, {
        mode: 0o644,
        beforeRename: () => {
          lock.assertHeld();
          if (stampOf(buffer) !== stamp) {
            throw new UserError(
              'changed-meanwhile',
              msg('{0} was changed by somebody else at the same time. Try again.', buffer),
            );
          }
        },
      });
      return;
    } catch (error) {
      if (!UserError.is(error, 'changed-meanwhile') || attempt === mostAttempts) {
        throw error;
      }
    }
  }
}
