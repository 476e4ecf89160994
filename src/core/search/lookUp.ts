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

export interface FoundFile extends Candidate {
  readonly kind: SearchKind;
  /** How many units have it; the file itself says which is the best of them. */
  readonly matches: number;
  /** All of them, the best first, where they were asked for. */
  readonly units?: readonly Candidate[] | undefined;
}

/** All that was found, the best first. */
export interface Ranking {
  /** Of each its file's row. */
  readonly rows: Uint32Array;
  /** Made when asked for: of common words there are ten thousand. */
  best(limit: number): FoundFile[];
}

export interface LookUpOptions {
  readonly terms: readonly string[];
  readonly kinds: readonly SearchKind[];
  /** Seconds. */
  readonly now: number;
  /** All units of a file, for whoever looks into them. */
  readonly every: boolean;
}

/** In tenths. */
const weights: Readonly<Record<SearchKind, number>> = {
  decisions: 13,
  handover: 12,
  contexts: 11,
  transcripts: 10,
};

/**
 * Scores are whole numbers: fractions are objects to an engine that has not compiled a loop yet, and
 * cleaning them up took longer than the search. What a word, the time and a kind are worth at most
 * fits together into 31 bits, for a few words.
 */
const ofWord = 4_096;
const ofTime = 256;
const ofKind = 10;
const highest = 2 ** 31 - 1;

const none: TermTimes = { times: new Uint16Array(), units: new Uint32Array(), count: 0 };

/** A file once, but every decision by itself. */
export function lookUp(
  manifest: Manifest,
  segments: readonly Segment[],
  { terms, kinds, now, every }: LookUpOptions,
): Ranking {
  const rows = rowsById(manifest, kinds);
  const counts = segments.map((segment) => terms.map((term) => timesOf(segment, term)));
  const all = segments.reduce((sum, { meta }) => sum + meta.units, 0);
  const rarities = terms.map((_, term) => {
    const having = counts.reduce((sum, of) => sum + (of[term]?.count ?? 0), 0);
    return Math.log(1 + all / (having + 1));
  });
  // Of the rarest word: the others are looked up for these.
  const rarest = counts.map((of) =>
    of.reduce((one, other) => (other.count < one.count ? other : one), of[0] ?? none),
  );
  const most = rarest.reduce((sum, { count }) => sum + count, 0);
  const found = createFound(manifest, segments, most, every);
  const worths = rarities.map(worthOf);
  const fresh = freshness();
  for (const [index, segment] of segments.entries()) {
    const { count, units } = rarest[index] ?? none;
    if (count === 0) {
      continue;
    }
    const dead = new Set(manifest.segments[index]?.dead);
    const hasDead = dead.size > 0;
    const times = (counts[index] ?? []).map((each) => each.times);
    const { file, at } = segment.units;
    for (let each = 0; each < count; each++) {
      const unit = units[each] ?? 0;
      const row = rows[file[unit] ?? 0] ?? -1;
      const score = row < 0 ? 0 : scoreOf(times, worths, unit);
      if (score > 0 && !(hasDead && dead.has(unit))) {
        const written = at[unit] ?? 0;
        const age = written < now ? (now - written) >> ageShift : 0;
        found.add(row, index, unit, written, score * (fresh[age] ?? oldest));
      }
    }
  }
  return found.ranking();
}

const decisions = searchKinds.indexOf('decisions');

/**
 * Gathers units as files, in columns: an object for each of ten thousand files is most of what there
 * would be to clean up. `most`: units that there can be.
 */
function createFound(
  manifest: Manifest,
  segments: readonly Segment[],
  most: number,
  every: boolean,
) {
  const rows = new Uint32Array(most);
  const parts = new Uint32Array(most);
  const units = new Uint32Array(most);
  const ats = new Uint32Array(most);
  const scores = new Int32Array(most);
  const matches = new Uint32Array(most);
  let length = 0;
  const entryOf = new Int32Array(manifest.count).fill(-1);
  const unitsOf: Candidate[][] = [];
  const kinds = new Uint8Array(manifest.columns.kind);
  const weightOf = searchKinds.map((kind) => weights[kind]);

  const placeAt = (part: number, unit: number) => segments[part]?.units.place[unit] ?? 0;
  const isBetter = (entry: number, part: number, unit: number, at: number, score: number) => {
    const best = scores[entry] ?? 0;
    if (score !== best) {
      return score > best;
    }
    const than = ats[entry] ?? 0;
    if (at !== than) {
      return at > than;
    }
    return placeAt(part, unit) < placeAt(parts[entry] ?? 0, units[entry] ?? 0);
  };
  const candidate = (row: number, part: number, unit: number, at: number, score: number) => {
    const segment = segments[part];
    if (!segment) {
      throw new RangeError(`There is no segment ${part}.`);
    }
    return { row, segment, unit, score: score / (ofWord * ofTime * ofKind), at };
  };
  const fileAt = (entry: number): FoundFile => {
    const row = rows[entry] ?? 0;
    const [part = 0, unit = 0, at = 0] = [parts[entry], units[entry], ats[entry]];
    return {
      ...candidate(row, part, unit, at, scores[entry] ?? 0),
      kind: searchKinds[kinds[row] ?? 0] ?? 'handover',
      matches: matches[entry] ?? 1,
      units: unitsOf[entry]?.sort(byScore),
    };
  };
  return {
    add: (row: number, part: number, unit: number, at: number, plain: number): void => {
      const kind = kinds[row] ?? 0;
      const score = Math.min(plain * (weightOf[kind] ?? ofKind), highest);
      let entry = kind === decisions ? -1 : (entryOf[row] ?? -1);
      const isNew = entry < 0;
      if (isNew) {
        entry = length++;
        entryOf[row] = entry;
        rows[entry] = row;
      }
      if (isNew || isBetter(entry, part, unit, at, score)) {
        parts[entry] = part;
        units[entry] = unit;
        ats[entry] = at;
        scores[entry] = score;
      }
      matches[entry] = (matches[entry] ?? 0) + 1;
      if (every) {
        (unitsOf[entry] ??= []).push(candidate(row, part, unit, at, score));
      }
    },
    ranking: (): Ranking => {
      const order = new Uint32Array(length);
      for (let entry = 0; entry < length; entry++) {
        order[entry] = entry;
        const often = matches[entry] ?? 1;
        if (often > 1) {
          const score = (scores[entry] ?? 0) * (1 + Math.log2(often) / 10);
          scores[entry] = Math.min(score, highest);
        }
      }
      // Rows are in one order, whichever way the index came about: the same for everybody.
      order.sort(
        (a, b) =>
          (scores[b] ?? 0) - (scores[a] ?? 0) ||
          (ats[b] ?? 0) - (ats[a] ?? 0) ||
          (rows[a] ?? 0) - (rows[b] ?? 0) ||
          placeAt(parts[a] ?? 0, units[a] ?? 0) - placeAt(parts[b] ?? 0, units[b] ?? 0),
      );
      return {
        rows: order.map((entry) => rows[entry] ?? 0),
        best: (limit) => Array.from(order.subarray(0, limit), fileAt),
      };
    },
  };
}

function byScore(a: Candidate, b: Candidate): number {
  return b.score - a.score || b.at - a.at || placeOf(a) - placeOf(b);
}

function placeOf({ segment, unit }: Candidate): number {
  return segment.units.place[unit] ?? 0;
}

/** An age is told in steps of 65,536 seconds, about three quarters of a day. */
const ageShift = 16;
const halfLife = (30 * 86_400) / 2 ** ageShift;
/** Never nothing: what is old is found, too. */
const oldest = Math.round(0.4 * ofTime);

/** By the age; older ones are as good as the oldest. */
function freshness(): Uint16Array {
  return Uint16Array.from(
    { length: 8 * halfLife },
    (_, age) => oldest + Math.round(0.6 * ofTime * 2 ** (-age / halfLife)),
  );
}

const mostOften = 255;

/** By how often it is there. */
function worthOf(rarity: number): Uint32Array {
  return Uint32Array.from({ length: mostOften + 1 }, (_, often) =>
    Math.round((ofWord * rarity * often) / (often + 1.2)),
  );
}

/** Nothing, unless it has each of the words. */
function scoreOf(
  times: readonly Uint16Array[],
  worths: readonly Uint32Array[],
  unit: number,
): number {
  let score = 0;
  for (let term = 0; term < times.length; term++) {
    const often = times[term]?.[unit] ?? 0;
    if (often === 0) {
      return 0;
    }
    score += worths[term]?.[often < mostOften ? often : mostOften] ?? 0;
  }
  return score;
}

/** By the number of a file its row; -1 for those that are gone or not asked for. */
function rowsById(manifest: Manifest, kinds: readonly SearchKind[]): Int32Array {
  const id = new Uint32Array(manifest.columns.id);
  const kind = new Uint8Array(manifest.columns.kind);
  const wanted = searchKinds.map((each) => kinds.includes(each));
  const rows = new Int32Array(manifest.nextFile).fill(-1);
  for (let row = 0; row < manifest.count; row++) {
    if (wanted[kind[row] ?? 0]) {
      rows[id[row] ?? 0] = row;
    }
  }
  return rows;
}
