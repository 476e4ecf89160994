// Search across the handovers, decisions, contexts and transcripts of one project. The index is in the
// user's data folder and brought up to date at each search; nothing of other projects is in it.

import { statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  discoverSessions,
  type DiscoveryPlace,
  type FoundSession,
  keptUnder,
} from '../agents/discovery';
import { ofProject } from '../dataFolder';
import { toFileError } from '../stores/fileErrors';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import { hashOf } from '../transcript/keptText';
import type { AgentName } from '../transcript/transcriptEvent';
import { type Candidate, type FoundFile, lookUp } from './lookUp';
import { type Manifest, readManifest } from './manifest';
import { parseQuery, type SearchQuery } from './searchQuery';
import { type SearchKind, searchKinds } from './searchFile';
import { DamagedIndex, openSegment, type Segment } from './segment';
import { findSources, sourceFolders, type Sources } from './sources';
import type { UnitLine } from './unitText';
import type { UpdateProgress } from './updateIndex';

export type SearchPlace = DiscoveryPlace;

export interface SearchRequest {
  /** As a person types it: words, or phrases in quotes. */
  readonly typed: string;
  readonly kinds?: readonly SearchKind[] | undefined;
  /** How many are shown, with where and what; all are counted. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: UpdateProgress) => void) | undefined;
}

export interface SearchResult {
  readonly kind: SearchKind;
  /** Absolute. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly title: string;
  /** ISO; when it was written. */
  readonly at: string;
  readonly excerpt: string;
  readonly score: number;
  /** Turns of a transcript that have it. */
  readonly matches: number;
  readonly agent?: AgentName | undefined;
  readonly session?: string | undefined;
}

export interface SearchReport {
  /** The best first. */
  readonly results: readonly SearchResult[];
  /** All that fit, shown or not: files, and every decision by itself. */
  readonly files: readonly string[];
  readonly total: number;
  readonly index: IndexFacts;
}

export interface IndexFacts {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
  readonly updatedAt: string;
}

/** As long as a first build may take. */
const longestWaitMs = 10 * 60_000;
/** When another one is bringing it up to date, what is there is good enough. */
const shortWaitMs = 300;

export async function search(place: SearchPlace, request: SearchRequest): Promise<SearchReport> {
  const query = parseQuery(request.typed);
  if (query.terms.length === 0) {
    throw new UserError(
      'usage',
      msg('Say which words to look for. Signs alone are not searched for.'),
    );
  }
  const index = await openIndex(place, request);
  let manifest = await index.update();
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask(place, manifest, await index.sessions(), query, request, index.folder);
    } catch (error) {
      if (!DamagedIndex.is(error) || attempt > 2) {
        throw error;
      }
      // Another one may just have replaced it; else it is made anew.
      const now = readManifest(index.folder, place.root);
      const isNew = now && now.writtenAt !== manifest.writtenAt;
      manifest = isNew ? now : await index.rebuild();
    }
  }
}

async function openIndex(place: SearchPlace, { signal, onProgress }: SearchRequest) {
  const name = `search-${hashOf(place.root)}`;
  const folder = path.join(place.dataFolder, ofProject(await keptUnder(place), name));
  let found: Promise<readonly FoundSession[]> | undefined;
  const sessions = (): Promise<readonly FoundSession[]> => {
    found ??= discoverSessions(place, { budgetMs: longestWaitMs, signal }).then(
      (discovery) => discovery.sessions,
    );
    return found;
  };
  const looked = path.join(folder, 'looked');
  const look = async (manifest: Manifest | undefined): Promise<Sources> => {
    const trustArchives = wasJustNow(looked);
    const found = findSources(sourceFolders(place), await sessions(), manifest, { trustArchives });
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
      makeIndexFolder(folder);
      return await withLock(
        path.join(folder, 'lock'),
        async (lock) => {
          const before = how.anew ? undefined : readManifest(folder, place.root);
          const sources = await look(before);
          if (!before || !isCurrent(sources)) {
            const roots = [...new Set([place.root, ...mainRootOf(place)])];
            const { root } = place;
            await updateIndex(before, sources, {
              folder,
              root,
              roots,
              lock,
              signal,
              onProgress,
            });
          }
          const after = readManifest(folder, place.root);
          if (!after) {
            throw new DamagedIndex(folder);
          }
          return after;
        },
        { timeoutMs: how.timeoutMs, ...(signal && { signal }) },
      );
    } catch (error) {
      throw toFileError(error, folder);
    }
  };
  return {
    folder,
    sessions,
    rebuild: () => renew({ anew: true, timeoutMs: longestWaitMs }),
    update: async (): Promise<Manifest> => {
      const manifest = readManifest(folder, place.root);
      if (manifest && isCurrent(await look(manifest))) {
        return manifest;
      }
      try {
        return await renew({ anew: false, timeoutMs: manifest ? shortWaitMs : longestWaitMs });
      } catch (error) {
        if (manifest && UserError.is(error, 'lock-timeout')) {
          return manifest;
        }
        throw error;
      }
    },
  };
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

function mainRootOf({ repository }: SearchPlace): string[] {
  return repository?.mainRoot === undefined ? [] : [repository.mainRoot];
}

async function ask(
  place: SearchPlace,
  manifest: Manifest,
  sessions: readonly FoundSession[],
  query: SearchQuery,
  { kinds = searchKinds, limit }: SearchRequest,
  folder: string,
): Promise<SearchReport> {
  const segments: Segment[] = [];
  try {
    for (const meta of manifest.segments) {
      segments.push(openSegment(path.join(folder, meta.name), meta));
    }
    const now = Math.floor(place.now().getTime() / 1000);
    const every = query.phrases.length > 0;
    const found = lookUp(manifest, segments, { terms: query.terms, kinds, now, every });
    const linesOf = createLines(place, manifest);
    const files = await checked(found, query, linesOf);
    const titles = new Map(sessions.map((session) => [session.file, session]));
    const results: SearchResult[] = [];
    for (const file of files.slice(0, limit)) {
      results.push(await toResult(file, manifest, query, linesOf, titles));
    }
    const bytes = manifest.segments.reduce((sum, { size }) => sum + size, 0);
    return {
      results,
      files: namesOf(files, manifest),
      total: files.length,
      index: {
        folder,
        files: manifest.count,
        bytes,
        updatedAt: new Date(manifest.writtenAt).toISOString(),
      },
    };
  } finally {
    segments.forEach((segment) => {
      segment.close();
    });
  }
}

/** Each once: decisions are of one file. */
function namesOf(files: readonly FoundFile[], manifest: Manifest): string[] {
  const seen = new Uint8Array(manifest.count);
  const names: string[] = [];
  for (const { row } of files) {
    if (seen[row] === 0) {
      seen[row] = 1;
      names.push(manifest.pathOf(row));
    }
  }
  return names;
}

type LinesOf = (candidate: Candidate) => Promise<UnitLine[]>;

function createLines(place: SearchPlace, manifest: Manifest): LinesOf {
  const roots = [...new Set([place.root, ...mainRootOf(place)])];
  return async ({ row, segment, unit }) => {
    // Not for whoever wants names only.
    const { documentLines, turnLines } = await import('./unitText');
    const { units } = segment;
    const range = {
      place: units.place[unit] ?? 0,
      extent: units.extent[unit] ?? 0,
      line: units.line[unit] ?? 1,
    };
    const file = manifest.pathOf(row);
    const reading = manifest.readings[String(manifest.columns.id[row])];
    return reading ? turnLines(file, reading.agent, range) : documentLines(file, roots, range);
  };
}

/** In which order words stand, the index does not know: the text does. */
async function checked(
  found: readonly FoundFile[],
  { phrases }: SearchQuery,
  linesOf: LinesOf,
): Promise<readonly FoundFile[]> {
  if (phrases.length === 0) {
    return found;
  }
  const { hasAll } = await import('./excerpt');
  const certain: FoundFile[] = [];
  for (const file of found) {
    for (const [index, unit] of (file.units ?? []).entries()) {
      if (hasAll(await linesOf(unit), phrases)) {
        certain.push({ ...file, ...unit, score: file.score, matches: file.matches - index });
        break;
      }
    }
  }
  return certain;
}

async function toResult(
  found: FoundFile,
  manifest: Manifest,
  { words }: SearchQuery,
  linesOf: LinesOf,
  sessions: ReadonlyMap<string, FoundSession>,
): Promise<SearchResult> {
  const { bestExcerpt } = await import('./excerpt');
  const { resultTitle } = await import('./resultTitle');
  const { kind, row, score, matches, segment, unit, at } = found;
  const file = manifest.pathOf(row);
  const lines = await linesOf(found);
  const first = segment.units.line[unit] ?? 1;
  const excerpt = bestExcerpt(lines, words);
  const { agent, session } = manifest.readings[String(manifest.columns.id[row])] ?? {};
  return {
    kind,
    file,
    // A decision is opened at its head.
    line: kind === 'decisions' ? first : (excerpt?.line ?? first),
    title: resultTitle(kind, file, lines, sessions.get(file)),
    at: new Date(at * 1000).toISOString(),
    excerpt: excerpt?.text ?? '',
    score: Math.round(score * 1000) / 1000,
    matches,
    ...(agent && { agent }),
    ...(session && { session }),
  };
}
