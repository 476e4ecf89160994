// Which units have what was asked for, ranked: rare words count more than common ones, more of them
// more than few, new ones more than old ones, and what was written down more than what was only said.

import type { Manifest } from './manifest';
import { type SearchKind, searchKinds } from './searchFile';
import type { Segment } from './segment';
import { type TermTimes, timesOf } from './termTimes';

export interface Candidate {
  /** The row of its file in the manifest. */
  readonly row: number;
  readonly segment: Segment;
  readonly unit: number;
  readonly score: number;
  readonly at: number;
}

/** One object for each, because of common words there are ten thousand. */
export interface FoundFile extends Candidate {
  readonly kind: SearchKind;
  /** How many units have it; the file itself says which is the best of them. */
  readonly matches: number;
  /** All of them, the best first, where they were asked for. */
  readonly units?: readonly Candidate[] | undefined;
}

export interface LookUpOptions {
  readonly terms: readonly string[];
  readonly kinds: readonly SearchKind[];
  /** Seconds. */
  readonly now: number;
  /** All units of a file, for whoever looks into them. */
  readonly every: boolean;
}

const weights: Readonly<Record<SearchKind, number>> = {
  decisions: 1.3,
  handover: 1.2,
  contexts: 1.1,
  transcripts: 1,
};

const none: TermTimes = { times: new Uint16Array(), units: new Uint32Array(), count: 0 };

/** A file once, but every decision by itself; the best first. */
export function lookUp(
  manifest: Manifest,
  segments: readonly Segment[],
  { terms, kinds, now, every }: LookUpOptions,
): FoundFile[] {
  const rows = rowsById(manifest, kinds);
  const counts = segments.map((segment) => terms.map((term) => timesOf(segment, term)));
  const all = segments.reduce((sum, { meta }) => sum + meta.units, 0);
  const rarities = terms.map((_, term) => {
    const having = counts.reduce((sum, of) => sum + (of[term]?.count ?? 0), 0);
    return Math.log(1 + all / (having + 1));
  });
  const found = createFound(manifest, every);
  for (const [index, segment] of segments.entries()) {
    const dead = new Set(manifest.segments[index]?.dead);
    const of = counts[index] ?? [];
    const times = of.map((each) => each.times);
    // Of the rarest word: the others are looked up for these.
    const rarest = of.reduce(
      (one, other) => (other.count < one.count ? other : one),
      of[0] ?? none,
    );
    if (rarest.count === 0) {
      continue;
    }
    const { file, at } = segment.units;
    for (let each = 0; each < rarest.count; each++) {
      const unit = rarest.units[each] ?? 0;
      if (times.length > 1 && !hasEach(times, unit)) {
        continue;
      }
      const row = rows[file[unit] ?? 0] ?? -1;
      if (row >= 0 && !dead.has(unit)) {
        const score = scoreOf(times, rarities, unit) * freshness(now - (at[unit] ?? 0));
        found.add(row, segment, unit, score);
      }
    }
  }
  return found.files().sort(byRank(manifest));
}

function hasEach(times: readonly Uint16Array[], unit: number): boolean {
  for (const of of times) {
    if (of[unit] === 0) {
      return false;
    }
  }
  return true;
}

type Gathered = { -readonly [K in keyof FoundFile]: FoundFile[K] } & { units?: Candidate[] };

function createFound(manifest: Manifest, every: boolean) {
  const byRow: (Gathered | undefined)[] = [];
  const all: Gathered[] = [];
  return {
    add: (row: number, segment: Segment, unit: number, plain: number): void => {
      let file = byRow[row];
      const kind = file?.kind ?? searchKinds[manifest.columns.kind[row] ?? 0] ?? 'handover';
      const score = plain * weights[kind];
      const at = segment.units.at[unit] ?? 0;
      if (!file || kind === 'decisions') {
        file = { row, segment, unit, score, at, kind, matches: 0, ...(every && { units: [] }) };
        byRow[row] = file;
        all.push(file);
      }
      file.matches++;
      file.units?.push({ row, segment, unit, score, at });
      if (isBetter(segment, unit, score, file)) {
        file.segment = segment;
        file.unit = unit;
        file.score = score;
        file.at = at;
      }
    },
    files: (): FoundFile[] => {
      for (const file of all) {
        file.score *= 1 + Math.log2(file.matches) / 10;
        file.units?.sort(byScore);
      }
      return all;
    },
  };
}

function isBetter(segment: Segment, unit: number, score: number, than: Gathered): boolean {
  if (score !== than.score) {
    return score > than.score;
  }
  const at = segment.units.at[unit] ?? 0;
  return at > than.at || (at === than.at && (segment.units.place[unit] ?? 0) < placeOf(than));
}

function byScore(a: Candidate, b: Candidate): number {
  return b.score - a.score || b.at - a.at || placeOf(a) - placeOf(b);
}

function placeOf({ segment, unit }: Candidate): number {
  return segment.units.place[unit] ?? 0;
}

/** The same for everybody, whichever way the index came about. */
function byRank(manifest: Manifest) {
  return (a: FoundFile, b: FoundFile): number =>
    b.score - a.score ||
    b.at - a.at ||
    compared(manifest.pathOf(a.row), manifest.pathOf(b.row)) ||
    placeOf(a) - placeOf(b);
}

function compared(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

const halfLifeDays = 30;

/** Never nothing: what is old is found, too. */
function freshness(ageSeconds: number): number {
  const days = Math.max(0, ageSeconds) / 86_400;
  return 0.4 + 0.6 * 2 ** (-days / halfLifeDays);
}

function scoreOf(times: readonly Uint16Array[], rarities: readonly number[], unit: number): number {
  let score = 0;
  for (let term = 0; term < times.length; term++) {
    const often = times[term]?.[unit] ?? 0;
    score += ((rarities[term] ?? 0) * often) / (often + 1.2);
  }
  return score;
}

/** By the number of a file its row; -1 for those that are gone or not asked for. */
function rowsById(manifest: Manifest, kinds: readonly SearchKind[]): Int32Array {
  const { id, kind } = manifest.columns;
  const wanted = searchKinds.map((each) => kinds.includes(each));
  const rows = new Int32Array(manifest.nextFile).fill(-1);
  for (let row = 0; row < manifest.count; row++) {
    if (wanted[kind[row] ?? 0]) {
      rows[id[row] ?? 0] = row;
    }
  }
  return rows;
}
