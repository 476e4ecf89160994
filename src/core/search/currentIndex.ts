// The index of a project as it is now: looks whether something changed, and brings it up to date.

import { statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { keptUnder } from '../agents/discovery';
import { ofProject } from '../dataFolder';
import { toFileError } from '../stores/fileErrors';
import { UserError } from '../support/errors';
import { hashOf } from '../transcript/keptText';
import { type Manifest, readManifest } from './manifest';
import type { SearchPlace, SearchRequest } from './search';
import { createTranscripts } from './searchedTranscripts';
import { DamagedIndex } from './segment';
import { findSources, rootsOf, sourceFolders, type Sources } from './sources';

/** As long as a first build may take. */
const longestWaitMs = 10 * 60_000;
/** When another one is bringing it up to date, what is there is good enough. */
const shortWaitMs = 300;

export async function openIndex(
  place: SearchPlace,
  { signal, onProgress, onWait }: Pick<SearchRequest, 'signal' | 'onProgress' | 'onWait'>,
) {
  const repo = await keptUnder(place);
  const folder = path.join(place.dataFolder, ofProject(repo, `search-${hashOf(place.root)}`));
  const transcripts = createTranscripts(place, { folder, repo, signal });
  const looked = path.join(folder, 'looked');
  const look = async (manifest: Manifest | undefined): Promise<Sources> => {
    const trustArchives = wasJustNow(looked);
    const found = await findSources(sourceFolders(place), transcripts, manifest, { trustArchives });
    if (!trustArchives && manifest && isCurrent(found)) {
      note(looked);
    }
    return found;
  };

  const renew = async (how: { anew: boolean; timeoutMs: number }): Promise<Manifest> => {
    // Loaded when there is something to do: most searches only look.
    const { makeIndexFolder, updateIndex } = await import('./updateIndex');
    const { withLock } = await import('../stores/lock');
    try {
      makeIndexFolder(folder, place.root);
      return await withLock(
        path.join(folder, 'lock'),
        async (lock) => {
          const before = how.anew ? undefined : readManifest(folder, place.root);
          const sources = await look(before);
          if (!before || !isCurrent(sources)) {
            const { root } = place;
            const roots = rootsOf(place);
            const options = { folder, root, roots, lock, signal, onProgress };
            await updateIndex(before, sources, options);
          }
          const after = readManifest(folder, place.root);
          if (!after) {
            throw new DamagedIndex(folder);
          }
          return after;
        },
        { timeoutMs: how.timeoutMs, ...(signal && { signal }), ...(onWait && { onWait }) },
      );
    } catch (error) {
      throw toFileError(error, folder);
    }
  };
  const rebuild = () => renew({ anew: true, timeoutMs: longestWaitMs });
  return {
    folder,
    sessions: async () => (await transcripts.discovered()).sessions,
    rebuild,
    update: async (): Promise<Manifest> => {
      const manifest = readManifest(folder, place.root);
      if (manifest && isCurrent(await look(manifest))) {
        return manifest;
      }
      const isUsable = manifest !== undefined && isWhole(manifest);
      try {
        return await renew({ anew: false, timeoutMs: isUsable ? shortWaitMs : longestWaitMs });
      } catch (error) {
        if (isUsable && UserError.is(error, 'lock-timeout')) {
          return manifest;
        }
        // Found while what is there was put together.
        if (DamagedIndex.is(error)) {
          return rebuild();
        }
        throw error;
      }
    },
  };
}

/** One that is only on the way does not have much of what there is. */
function isWhole({ folders }: Manifest): boolean {
  return folders.length > 0;
}

function isCurrent({ changed, same }: Sources): boolean {
  return changed.length === 0 && !same.includes(0);
}

/**
 * So long it is believed that nobody edits an archived handover in its place: to look at ten thousand
 * of them takes longer than the rest of a search, and whoever types asks again with each letter.
 */
const trustedMs = 15_000;

function wasJustNow(file: string): boolean {
  const at = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const ago = Date.now() - at;
  return ago >= 0 && ago < trustedMs;
}

function note(file: string): void {
  try {
    writeFileSync(file, '', { mode: 0o600 });
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // Then the next one looks at all of them again.
  }
}
