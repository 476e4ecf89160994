// What was found, with where and what: ranks come from the index, words from the files themselves.

import path from 'node:path';
import type { FoundSession } from '../agents/discovery';
import type { Candidate, FoundFile, Ranking } from './foundFiles';
import { lookUp } from './lookUp';
import type { Manifest } from './manifest';
import type { FoundReport, SearchPlace, SearchRequest, SearchResult } from './search';
import { searchKinds } from './searchFile';
import type { SearchQuery } from './searchQuery';
import { openSegment, type Segment } from './segment';
import { rootsOf } from './sources';
import type { UnitLine } from './unitText';

export interface OpenedIndex {
  readonly manifest: Manifest;
  readonly folder: string;
  /** Found out for those that are shown. */
  readonly sessions: () => Promise<readonly FoundSession[]>;
}

export async function searchReport(
  place: SearchPlace,
  { manifest, folder, sessions }: OpenedIndex,
  query: SearchQuery,
  { kinds = searchKinds, limit }: Pick<SearchRequest, 'kinds' | 'limit'>,
): Promise<FoundReport> {
  const segments: Segment[] = [];
  try {
    for (const meta of manifest.segments) {
      segments.push(openSegment(path.join(folder, meta.name), meta));
    }
    const now = Math.floor(place.now().getTime() / 1000);
    const every = query.phrases.length > 0;
    const ranking = lookUp(manifest, segments, { terms: query.terms, kinds, now, every });
    const linesOf = createLines(place, manifest);
    const certain = every ? await checked(ranking, query, linesOf) : undefined;
    const rows = certain ? Uint32Array.from(certain, ({ row }) => row) : ranking.rows;
    const best = certain?.slice(0, limit) ?? ranking.best(limit);
    const known = best.some(({ kind }) => kind === 'transcripts') ? await sessions() : [];
    const titles = new Map(known.map((session) => [session.file, session]));
    const results: SearchResult[] = [];
    for (const file of best) {
      results.push(await toResult(file, manifest, query, linesOf, titles));
    }
    const bytes = manifest.segments.reduce((sum, { size }) => sum + size, 0);
    return {
      results,
      files: (shown) => namesOf(rows, manifest, shown),
      total: rows.length,
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
function namesOf(
  rows: Uint32Array,
  manifest: Manifest,
  shown?: (folder: string) => string,
): string[] {
  const seen = new Uint8Array(manifest.count);
  const nameOf = manifest.naming(shown);
  const names: string[] = [];
  rows.forEach((row) => {
    if (seen[row] === 0) {
      seen[row] = 1;
      names.push(nameOf(row));
    }
  });
  return names;
}

type LinesOf = (candidate: Candidate) => Promise<UnitLine[]>;

function createLines(place: SearchPlace, manifest: Manifest): LinesOf {
  const roots = rootsOf(place);
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
    const kind = searchKinds[manifest.columns.kind[row] ?? 0] ?? 'handover';
    return reading
      ? turnLines(file, reading.agent, range)
      : documentLines(file, kind, roots, range);
  };
}

/** In which order words stand, the index does not know: the text does. */
async function checked(
  ranking: Ranking,
  { phrases }: SearchQuery,
  linesOf: LinesOf,
): Promise<FoundFile[]> {
  const { hasAll } = await import('./excerpt');
  const certain: FoundFile[] = [];
  for (const file of ranking.best(ranking.rows.length)) {
    for (const unit of file.units ?? []) {
      if (hasAll(await linesOf(unit), phrases)) {
        certain.push({ ...file, ...unit, score: file.score, matches: 1 });
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
