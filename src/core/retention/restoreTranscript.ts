// Gives a kept transcript back to Claude Code, where it was, unless something is there again.

import { randomBytes } from 'node:crypto';
import { constants, copyFileSync, linkSync, lstatSync, mkdirSync } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import path from 'node:path';
import { repositoryId } from '../repositoryId';
import { toFileError } from '../stores/fileErrors';
import { hasCode, UserError } from '../support/errors';
import { msg } from '../support/message';
import type { QuietPlace } from '../workplace';
import { transcriptsFolder } from './claudeFolder';
import { damaged, unpackCopy } from './compressedCopy';
import { type KeptCopy, keptCopies, keptFolder, notKept } from './keptCopies';

export interface RestoreReport {
  readonly session: string;
  /** What was written: the session's own file first. */
  readonly files: readonly string[];
  /** How to go on with it. */
  readonly resume: readonly string[];
}

export async function restoreTranscript(
  place: QuietPlace,
  session: string,
): Promise<RestoreReport> {
  const id = repositoryId(place);
  const copies = (id === undefined ? [] : keptCopies(keptFolder(place.dataFolder, id))).filter(
    (copy) => copy.session === session,
  );
  const main = copies.find((copy) => !copy.isSubagent);
  if (!main) {
    throw notKept(session);
  }
  const folder = path.dirname(main.of);
  // The newest of each; they come in that order.
  const newest = new Map<string, KeptCopy>();
  for (const copy of copies.filter(({ of }) => of.startsWith(`${folder}/`))) {
    newest.set(copy.of, newest.get(copy.of) ?? copy);
  }
  newest.delete(main.of);
  const files = [await restore(place, main)];
  for (const copy of newest.values()) {
    const file = await restore(place, copy).catch((error: unknown) => {
      if (!UserError.is(error, 'exists')) {
        throw error;
      }
      return undefined;
    });
    files.push(...(file === undefined ? [] : [file]));
  }
  return { session, files, resume: ['claude', '--resume', session] };
}

async function restore(place: QuietPlace, copy: KeptCopy): Promise<string> {
  const root = transcriptsFolder(place);
  const file = path.join(root, copy.of);
  const temporary = `${file}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
  try {
    makeFolders(root, path.dirname(file));
    if (lstatSync(file, { throwIfNoEntry: false })) {
      throw isThere(file);
    }
    const to = await open(temporary, 'wx', 0o600);
    try {
      await unpackCopy(copy.path, to, copy);
    } finally {
      await to.close();
    }
    publish(temporary, file);
    return file;
  } catch (error) {
    throw hasCode(error, 'EEXIST')
      ? isThere(file)
      : hasCode(error, damaged, 'Z_BUF_ERROR', 'Z_DATA_ERROR')
        ? isDamaged(copy)
        : toFileError(error, file);
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

/** Unlike a rename, it fails where something has come meanwhile. */
function publish(temporary: string, file: string): void {
  try {
    linkSync(temporary, file);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) {
      throw error;
    }
    // A file system without hard links.
    copyFileSync(temporary, file, constants.COPYFILE_EXCL);
  }
}

function isThere(file: string): UserError {
  return new UserError(
    'exists',
    msg('{0} is there, so it was not restored. Claude Code can go on with it as it is.', file),
  );
}

function isDamaged({ path: copy }: KeptCopy): UserError {
  return new UserError(
    'damaged',
    msg('{0} is damaged, so nothing was restored from it. Take it from a backup.', copy),
  );
}

function makeFolders(root: string, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (let each = folder; each.length > root.length; each = path.dirname(each)) {
    if (!lstatSync(each).isDirectory()) {
      throw new UserError(
        'not-a-folder',
        msg('{0} is a link, so nothing is restored there. Move it away.', each),
      );
    }
  }
}
