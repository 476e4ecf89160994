// Keeps compressed copies of a project's transcripts. Takes nothing away from Claude Code, and of its
// own copies only those that a newer one continues.

import { lstatSync, mkdirSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { ensureRepositoryId } from '../repositoryId';
import { toFileError } from '../stores/fileErrors';
import { describeError, hasCode, UserError } from '../support/errors';
import { msg } from '../support/message';
import type { QuietPlace } from '../workplace';
import { transcriptsFolder } from './claudeFolder';
import { writeCopy } from './compressedCopy';
import { copyName, type KeptCopy, keptCopies, keptFolder, sweepLeftovers } from './keptCopies';
import { listTranscripts, type TranscriptFile } from './listTranscripts';

export interface KeepOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly done: number; readonly of: number }) => void;
}

export interface KeepReport {
  /** Sessions, of which something new was kept. */
  readonly kept: number;
  /** Sessions, the copies of which were as new as they are. */
  readonly unchanged: number;
  readonly failed: readonly { readonly session: string; readonly reason: string }[];
  readonly isCancelled: boolean;
}

export async function keepTranscripts(
  place: QuietPlace,
  { signal, onProgress }: KeepOptions = {},
): Promise<KeepReport> {
  const transcripts = listTranscripts(place);
  if (transcripts.length === 0) {
    return { kept: 0, unchanged: 0, failed: [], isCancelled: false };
  }
  const folder = keptFolder(place.dataFolder, await ensureRepositoryId(place));
  const copies = keptCopies(folder);
  const counts = { kept: 0, unchanged: 0 };
  const failed: { session: string; reason: string }[] = [];
  for (const [done, { id, main, subagents }] of transcripts.entries()) {
    onProgress?.({ done, of: transcripts.length });
    try {
      let isNew = false;
      for (const file of [main, ...subagents]) {
        signal?.throwIfAborted();
        const earlier = copies.filter(({ of }) => of === file.name);
        isNew = (await keepFile(place, folder, file, earlier, signal)) || isNew;
      }
      counts[isNew ? 'kept' : 'unchanged']++;
    } catch (error) {
      if (signal?.aborted) {
        return { ...counts, failed, isCancelled: true };
      }
      if (hasCode(error, 'ENOSPC', 'EDQUOT')) {
        throw toFileError(error, folder);
      }
      failed.push({ session: id, reason: describeError(error) });
    }
  }
  return { ...counts, failed, isCancelled: false };
}

async function keepFile(
  place: QuietPlace,
  folder: string,
  file: TranscriptFile,
  earlier: readonly KeptCopy[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (earlier.some((copy) => copy.size === file.size && copy.keptAt >= file.modified)) {
    return false;
  }
  const target = path.join(folder, path.dirname(file.name));
  makeFolders(folder, target);
  sweepLeftovers(target, place.now());
  const copied = await writeCopy({
    source: path.join(transcriptsFolder(place), file.name),
    folder: target,
    nameOf: (content) => copyName(path.basename(file.name), content),
    earlier,
    signal,
  });
  const continued = earlier.filter(
    (copy) => copied.continued.includes(copy) && path.basename(copy.path) !== copied.name,
  );
  for (const copy of continued) {
    unlinkSync(copy.path);
  }
  return true;
}

/** For nobody else to read, and not where a link leads. */
function makeFolders(folder: string, target: string): void {
  mkdirSync(target, { recursive: true, mode: 0o700 });
  for (let each = target; each.length >= folder.length; each = path.dirname(each)) {
    if (!lstatSync(each).isDirectory()) {
      throw new UserError(
        'not-a-folder',
        msg('{0} is no folder, so nothing is kept there. Move it away.', each),
      );
    }
  }
}
