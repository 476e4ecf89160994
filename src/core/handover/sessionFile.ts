// The one way to change session.md: under its lock, replaced whole, and only while it still holds the
// bytes that were read. An editor takes no lock, so what it saved in between is read and merged anew.

import { isUtf8 } from 'node:buffer';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { conflictMarkers, markdownLines } from '../documents/markdownLines';
import { type ProjectPaths, relativePath } from '../projectPaths';
import { assertReplaceable, sweepTemporaryFiles, writeFileAtomic } from '../stores/atomicFile';
import { toFileError } from '../stores/fileErrors';
import { outsideProject, readFileWithin } from '../stores/fileWithin';
import { type HeldLock, withLock } from '../stores/lock';
import { realPathWithin } from '../stores/regularFile';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import { archiveSpare } from './archive';

export interface SessionFile {
  readonly bytes: Buffer;
  readonly text: string;
  readonly mode: number;
}

export interface OpenSession {
  /** undefined where there is none. */
  readonly current: SessionFile | undefined;
  /** Ends the attempt when somebody else changed the file since it was read. */
  readonly write: (text: string) => Promise<void>;
}

const mostAttempts = 8;
/** An editor that saves in place leaves the file empty for a moment. */
const blankPauseMs = 30;

/** `change` is called again, with what is there by then, when somebody else was quicker. */
export async function changeSession<T>(
  { paths }: { readonly paths: ProjectPaths },
  change: (session: OpenSession) => Promise<T>,
): Promise<T> {
  const file = paths.sessionMarkdown;
  const lockDirectory = path.join(paths.locks, 'session.md');
  try {
    for (const place of [paths.handover, lockDirectory]) {
      if (realPathWithin(paths.root, place) === undefined) {
        throw new UserError('outside', outsideProject(place, paths.root));
      }
    }
    mkdirSync(paths.handover, { recursive: true });
    return await withLock(lockDirectory, async (lock) => {
      sweepTemporaryFiles(file);
      sweepArchiveFiles(paths);
      return changed(paths, lock, change);
    });
  } catch (error) {
    throw toFileError(error, file);
  }
}

async function changed<T>(
  paths: ProjectPaths,
  lock: HeldLock,
  change: (session: OpenSession) => Promise<T>,
): Promise<T> {
  const file = paths.sessionMarkdown;
  for (let attempt = 1; ; attempt++) {
    const current = await readSettled(paths);
    // Before anything is archived or noted for a file that cannot be written.
    assertReplaceable(file);
    const write = (text: string) =>
      writeFileAtomic(file, text, {
        mode: 0o644,
        beforeRename: () => {
          lock.assertHeld();
          const now = read(paths);
          if (!isSame(now?.bytes, current?.bytes)) {
            throw new ChangedMeanwhile();
          }
        },
      });
    try {
      return await change({ current, write });
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) {
        throw error;
      }
      if (attempt >= mostAttempts) {
        throw new UserError(
          'busy',
          msg('Something keeps changing {0}, so Baton did not. Try again.', file),
        );
      }
    }
  }
}

class ChangedMeanwhile extends Error {}

function isSame(a: Buffer | undefined, b: Buffer | undefined): boolean {
  return a === undefined || b === undefined ? a === b : a.equals(b);
}

async function readSettled(paths: ProjectPaths): Promise<SessionFile | undefined> {
  const seen = read(paths);
  if (seen?.text.trim() !== '') {
    return seen;
  }
  await sleep(blankPauseMs);
  return read(paths);
}

function read({ root, sessionMarkdown: file }: ProjectPaths): SessionFile | undefined {
  const seen = readFileWithin(file, root);
  if (seen.kind === 'missing') {
    return undefined;
  }
  if (seen.kind !== 'ok') {
    throw new UserError(seen.kind, seen.reason);
  }
  const { bytes, stats } = seen;
  // Decoded and written again, the words of another encoding would be lost.
  if (!isUtf8(bytes)) {
    throw new UserError(
      'not-utf8',
      msg('{0} is not UTF-8 text, so Baton does not change it. Save it as UTF-8.', file),
    );
  }
  return { bytes, text: bytes.toString('utf8'), mode: stats.mode & 0o777 };
}

/** Nobody knows which side counts until a person says so. */
export function refuseConflicts(paths: ProjectPaths, text: string): void {
  const [first] = conflictMarkers(markdownLines(text));
  if (first) {
    throw new UserError(
      'conflict-marker',
      msg(
        '{0} has conflict markers of a merge, the first in line {1}, so it was not changed. Resolve them, then try again.',
        relativePath(paths.root, paths.sessionMarkdown),
        first.number,
      ),
    );
  }
}

function sweepArchiveFiles({ archive, root }: ProjectPaths): void {
  try {
    if (realPathWithin(root, archive) !== undefined) {
      sweepTemporaryFiles(path.join(archive, archiveSpare));
    }
  } catch {
    // There is none yet.
  }
}
