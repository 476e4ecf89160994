// Keeps a session.md for good, under the date. Whoever else does the same at this moment gets another
// name: nothing that is there is ever written over.

import { linkSync, mkdirSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { createFile, realFileSystem, syncFolder } from '../stores/atomicFile';
import { outsideProject } from '../stores/fileWithin';
import { realPathWithin } from '../stores/regularFile';
import { hasCode, UserError } from '../support/errors';
import { msg } from '../support/message';

export interface ArchivePlace {
  readonly folder: string;
  /** No link may lead out of it. */
  readonly root: string;
  /** `2026-01-15` */
  readonly date: string;
}

const mostPerDay = 10_000;

/** The path of the copy: `2026-01-15.md`, then `-2`, `-3` … */
export async function archiveBytes(
  { folder, root, date }: ArchivePlace,
  bytes: Uint8Array,
  options: { readonly mode?: number; readonly link?: typeof linkSync } = {},
): Promise<string> {
  if (realPathWithin(root, folder) === undefined) {
    throw new UserError('outside', outsideProject(folder, root));
  }
  mkdirSync(folder, { recursive: true });
  const { link = linkSync, mode = 0o644 } = options;
  const unique = Math.floor(Math.random() * 2 ** 48).toString(16);
  const spare = path.join(folder, `${sparePrefix}${process.pid}-${unique}.tmp`);
  await createFile(spare, bytes, { mode });
  try {
    for (let count = 1; count <= mostPerDay; count++) {
      const file = path.join(folder, `${date}${count === 1 ? '' : `-${count}`}.md`);
      if (await placed(spare, file, { bytes, mode, link })) {
        await syncFolder(realFileSystem, folder);
        return file;
      }
    }
  } finally {
    unlinkSync(spare);
  }
  throw new UserError(
    'too-many',
    msg('{0} holds too many files of one day. Move some away.', folder),
  );
}

/** So that `sweepTemporaryFiles` knows what a killed process left. */
const sparePrefix = '.archive.';
export const archiveSpare = 'archive';

/** False where the name is taken. */
async function placed(
  spare: string,
  file: string,
  { bytes, mode, link }: { bytes: Uint8Array; mode: number; link: typeof linkSync },
): Promise<boolean> {
  try {
    link(spare, file);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) {
      return false;
    }
    if (!hasCode(error, 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EXDEV')) {
      throw error;
    }
  }
  // A file system without links: created by one alone, but in part when that one is killed.
  try {
    await createFile(file, bytes, { mode });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) {
      return false;
    }
    throw error;
  }
}
