// One file that an install or uninstall changes: read, planned, shown, then written only if it is
// still what was read.

import { mkdirSync, rmdirSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { sweepTemporaryFiles, writeFileAtomic } from '../stores/atomicFile';
import { obstacleTo, toFileError } from '../stores/fileErrors';
import { outsideProject, readFileWithin } from '../stores/fileWithin';
import type { HeldLock } from '../stores/lock';
import { realPathWithin } from '../stores/regularFile';
import { hasCode, UserError } from '../support/errors';
import { msg } from '../support/message';
import { refuseComments } from './jsonLookup';
import { isBlankText } from './settingsEdit';

/** A part of a file is named by its keys; `before` and `after` are then only that part. */
export interface FileChange {
  readonly file: string;
  readonly at?: readonly string[];
  /** null where there is nothing. */
  readonly before: string | null;
  readonly after: string | null;
  /** All of it is Baton's. */
  readonly isOwn?: boolean;
}

export interface SeenFile {
  /** As it is called. */
  readonly file: string;
  /** Where it really is, behind the user's own links. */
  readonly real: string;
  readonly text: string | null;
  /** Somebody wants it to stay as it is; to replace it would be possible all the same. */
  readonly isReadOnly: boolean;
}

/** `within`: no link may lead out of it; undefined for the user's own files. */
export function seeFile(file: string, within: string | undefined): SeenFile {
  const root = within ?? path.parse(file).root;
  const seen = readFileWithin(file, root);
  if (seen.kind === 'outside' || seen.kind === 'unreadable') {
    throw new UserError(seen.kind, seen.reason);
  }
  const obstacle = seen.kind === 'missing' ? obstacleTo(file) : undefined;
  if (obstacle) {
    throw new UserError('in-the-way', obstacle);
  }
  const real = realPathWithin(root, file);
  if (real === undefined) {
    throw new UserError('outside', outsideProject(file, root));
  }
  return seen.kind === 'ok'
    ? { file, real, text: decode(seen.bytes, file), isReadOnly: (seen.stats.mode & 0o200) === 0 }
    : { file, real, text: null, isReadOnly: false };
}

/** The same for settings of an agent, which say nothing where they are empty. */
export function seeSettings(
  file: string,
  within: string | undefined,
  { mayHoldComments }: { readonly mayHoldComments: boolean },
): SeenFile {
  const seen = seeFile(file, within);
  if (!mayHoldComments && seen.text !== null && !isBlankText(seen.text)) {
    refuseComments(seen.text, file);
  }
  return seen;
}

/** Every byte has to come back, so what is not UTF-8 is not read as if it were. */
function decode(bytes: Buffer, file: string): string {
  const text = bytes.toString('utf8');
  if (!Buffer.from(text).equals(bytes)) {
    throw new UserError(
      'not-utf8',
      msg(
        '{0} is not UTF-8 text, so Baton leaves it alone. Save it as UTF-8, then try again.',
        file,
      ),
    );
  }
  return text;
}

export async function writeSeen(
  { file, real, text: before }: SeenFile,
  after: string | null,
  { lock, mode, within }: { lock: HeldLock; mode: number; within: string | undefined },
): Promise<void> {
  const assertUnchanged = () => {
    lock.assertHeld();
    if (seeFile(file, within).text !== before) {
      throw new UserError(
        'changed-meanwhile',
        msg('{0} was changed by something else at the same moment. Try again.', file),
      );
    }
  };
  try {
    if (after === null) {
      assertUnchanged();
      unlinkSync(real);
    } else {
      mkdirSync(path.dirname(real), { recursive: true });
      sweepTemporaryFiles(real);
      await writeFileAtomic(real, after, { mode, beforeRename: assertUnchanged });
    }
  } catch (error) {
    throw toFileError(error, file);
  }
}

/** Those that are not there yet, outermost first. */
export function missingFolders(folder: string, exists: (folder: string) => boolean): string[] {
  return exists(folder) || path.dirname(folder) === folder
    ? []
    : [...missingFolders(path.dirname(folder), exists), folder];
}

/** Whether it was there and empty, and is gone now. */
export function removeEmptyFolder(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    return hasCode(error, 'ENOENT');
  }
}
