// What a search found, gathered as files and ranked.

import type { Manifest } from './manifest';
import { type SearchKind, searchKinds } from './searchFile';
import type { Segment } from './segment';

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
export const ofWord = 4_096;
export const ofTime = 256;
const ofKind = 10;
const highest = 2 ** 31 - 1;

const decisions = searchKinds.indexOf('decisions');

/**
 * Gathers units as files, in columns: an object for each of ten thousand files is most of what there
 * would be to clean up. `most`: units that there can be.
 */
export function createFound(
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
