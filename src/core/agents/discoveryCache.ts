// What was read of the transcripts in the CLIs' stores, kept in the user's data folder between calls.
// A cache: whoever writes last wins, and what does not fit is read anew.

import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { ofProject } from '../dataFolder';
import { writeFileAtomic } from '../stores/atomicFile';
import { readFileWithin } from '../stores/fileWithin';
import { describeError } from '../support/errors';
import type { Logger } from '../support/logger';
import { integerOf, isRecord, type Json, listOf, recordOf, textOf } from '../transcript/lineValues';
import { agentNames } from '../transcript/transcriptEvent';
import type { ReadSession } from './sessionScan';

export interface CachedSession extends ReadSession {
  /** Of the file when it was read: the same again needs no look. */
  readonly size: number;
  readonly changedAt: number;
  /** Of another project: then nothing more is known of it. */
  readonly isOthers?: boolean | undefined;
  /** There is more of it to read. */
  readonly isPartial?: boolean | undefined;
}

export interface DiscoveryCache {
  /** Where the project was before it was moved. */
  readonly roots: readonly string[];
  /** By path. */
  readonly files: ReadonlyMap<string, CachedSession>;
}

const version = 1;
const mostRoots = 20;
const mostMegabytes = 64;

export interface CachePlace {
  readonly dataFolder: string;
  readonly logger: Logger;
}

function cacheFile({ dataFolder }: CachePlace, repo: string): string {
  return path.join(dataFolder, ofProject(repo, 'agent-sessions.json'));
}

/** Another one whenever it was written; empty where there is none. */
export function cacheStamp(place: CachePlace, repo: string): string {
  const stats = statSync(cacheFile(place, repo), { throwIfNoEntry: false });
  return stats ? `${stats.ino}.${stats.size}.${stats.mtimeMs}` : '';
}

export function readCache(place: CachePlace, repo: string): DiscoveryCache {
  const seen = readFileWithin(cacheFile(place, repo), place.dataFolder, mostMegabytes);
  const json = seen.kind === 'ok' ? parsed(seen.bytes.toString('utf8')) : {};
  if (json.version !== version) {
    return { roots: [], files: new Map() };
  }
  const files = Object.entries(recordOf(json.files)).filter(
    (entry): entry is [string, CachedSession] => isCached(entry[1]),
  );
  return {
    roots: listOf(json.roots).flatMap((each) => textOf(each) ?? []),
    files: new Map(files),
  };
}

export async function writeCache(
  place: CachePlace,
  repo: string,
  { roots, files }: DiscoveryCache,
): Promise<void> {
  const file = cacheFile(place, repo);
  const known = [...new Set(roots)].slice(0, mostRoots);
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const json = { version, roots: known, files: Object.fromEntries(files) };
    await writeFileAtomic(file, `${JSON.stringify(json)}\n`);
  } catch (error) {
    place.logger.warn(`What was read of agents' sessions was not kept: ${describeError(error)}`);
  }
}

function parsed(text: string): Json {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return {};
  }
}

const numbers = ['ino', 'offset', 'size'];
const counts = ['prompts', 'answers'];
const texts = ['id', 'parent', 'startedIn', 'cwd', 'branch', 'title', 'first', 'at', 'last'];

/** As far as whoever uses it relies on it. */
function isCached(value: unknown): boolean {
  return (
    isRecord(value) &&
    isRecord(value.seen) &&
    typeof value.changedAt === 'number' &&
    (agentNames as readonly unknown[]).includes(value.seen.agent) &&
    haveIntegers(value, numbers) &&
    haveIntegers(value.seen, counts) &&
    haveTexts(value.seen, texts)
  );
}

function haveIntegers(record: Json, names: readonly string[]): boolean {
  for (const name of names) {
    if (integerOf(record[name]) === undefined) {
      return false;
    }
  }
  return true;
}

function haveTexts(record: Json, names: readonly string[]): boolean {
  for (const name of names) {
    const value = record[name];
    if (value !== undefined && typeof value !== 'string') {
      return false;
    }
  }
  return true;
}
