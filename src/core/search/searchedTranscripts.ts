// The transcripts that are searched. To find out whose they are takes longer than to look up a word, so
// that is done again only where something changed since.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { discoverSessions, type Discovery, listedTranscripts } from '../agents/discovery';
import { cacheStamp } from '../agents/discoveryCache';
import type { SessionFile } from '../agents/sessionFiles';
import { isRecord, listOf, recordsOf, textOf } from '../transcript/lineValues';
import type { SearchPlace } from './search';

export type ListedTranscript = Pick<SessionFile, 'file' | 'size' | 'changedAt'>;

export interface Transcripts {
  /** Whether each is as it was when that was found out last. */
  areKnown(isIndexed: (transcript: ListedTranscript) => boolean): boolean;
  discovered(): Promise<Discovery>;
}

interface Known {
  readonly stamp: string;
  readonly roots: readonly string[];
  /** Those that are not searched. */
  readonly others: readonly ListedTranscript[];
}

/** As long as a first discovery may take. */
const longestMs = 10 * 60_000;

/** `folder`: of the index; `repo`: what is kept of the project is under it. */
export function createTranscripts(
  place: SearchPlace,
  { folder, repo, signal }: { folder: string; repo: string; signal: AbortSignal | undefined },
): Transcripts {
  const file = path.join(folder, 'transcripts');
  let listed: readonly SessionFile[] | undefined;
  let found: Promise<Discovery> | undefined;

  const discover = async (): Promise<Discovery> => {
    const discovery = await discoverSessions(place, { budgetMs: longestMs, signal, listed });
    // It stops where it is then, and what it has not come to is not gone.
    signal?.throwIfAborted();
    if (discovery.pending === 0) {
      keep(file, discovery);
    }
    return discovery;
  };
  return {
    areKnown: (isIndexed) => {
      const known = found ? undefined : readKnown(file);
      if (known?.stamp !== cacheStamp(place, repo)) {
        return false;
      }
      listed ??= listedTranscripts(place, known.roots);
      const others = new Map(known.others.map((other) => [other.file, other]));
      return listed.every((each) => {
        const other = others.get(each.file);
        return other
          ? other.size === each.size && other.changedAt === each.changedAt
          : isIndexed(each);
      });
    },
    discovered: () => (found ??= discover()),
  };
}

/** Not synced: what is lost or torn is found out again. */
function keep(file: string, { stamp, roots, others }: Discovery): void {
  const kept: Known = {
    stamp,
    roots,
    others: others.map(({ file: of, size, changedAt }) => ({ file: of, size, changedAt })),
  };
  try {
    writeFileSync(file, JSON.stringify(kept), { mode: 0o600 });
  } catch {
    // There is no index yet.
  }
}

function readKnown(file: string): Known | undefined {
  try {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isRecord(json)) {
      return undefined;
    }
    return {
      stamp: textOf(json.stamp) ?? '',
      roots: listOf(json.roots).flatMap((root) => textOf(root) ?? []),
      others: recordsOf(json.others).map((other) => ({
        file: textOf(other.file) ?? '',
        size: Number(other.size),
        changedAt: Number(other.changedAt),
      })),
    };
  } catch {
    return undefined;
  }
}
