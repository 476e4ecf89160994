// Removes the kept copies of one session. What Claude Code has of it is not touched.

import { rmdirSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { repositoryId } from '../repositoryId';
import { toFileError } from '../stores/fileErrors';
import type { QuietPlace } from '../workplace';
import { keptCopies, keptFolder, notKept } from './keptCopies';

export interface ForgetReport {
  readonly session: string;
  /** The copies that were removed: the session's own and those of its subagents. */
  readonly files: readonly string[];
  /** That they took. */
  readonly bytes: number;
}

export function forgetTranscript(place: QuietPlace, session: string): ForgetReport {
  const id = repositoryId(place);
  const folder = id === undefined ? undefined : keptFolder(place.dataFolder, id);
  const copies = folder === undefined ? [] : keptCopies(folder);
  const ofSession = copies.filter((copy) => copy.session === session);
  if (folder === undefined || ofSession.length === 0) {
    throw notKept(session);
  }
  for (const { path: file } of ofSession) {
    try {
      unlinkSync(file);
    } catch (error) {
      throw toFileError(error, file);
    }
    removeEmpty(path.dirname(file), folder);
  }
  return {
    session,
    files: ofSession.map((copy) => copy.path),
    bytes: ofSession.reduce((sum, { stored }) => sum + stored, 0),
  };
}

/** Up to the folder of all copies, which stays. */
function removeEmpty(from: string, folder: string): void {
  for (let each = from; each.length > folder.length; each = path.dirname(each)) {
    try {
      rmdirSync(each);
    } catch {
      // Something else is in it.
      return;
    }
  }
}
