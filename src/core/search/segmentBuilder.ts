// Collects units in memory, within bounds, until they are written as a segment.

import { createByteBuffer } from './bytes';
import { type UnitColumn, unitColumns, type UnitRow } from './segment';
import type { SegmentWriter } from './segmentWriter';
import { eachTerm } from './terms';

/** About 6 MB of pairs, and as much of terms: the whole process stays below 200 MB. */
const mostPairs = 450_000;
const mostTerms = 60_000;

export interface SegmentBuilder {
  readonly units: number;
  readonly isFull: boolean;
  /** Of the unit that is open. */
  text(text: string): void;
  /** Ends the unit that is open; gives back its number. */
  unit(row: UnitRow): number;
  /** Writes all units that have ended, and begins anew with the one that is open. */
  write(to: SegmentWriter): ReturnType<SegmentWriter['finish']>;
}

export function createSegmentBuilder(): SegmentBuilder {
  let numbers = new Map<string, number>();
  /** By term: the pair that the open unit has of it. */
  let latest = new Int32Array(64 * 1024).fill(-1);
  let terms = new Uint32Array(64 * 1024);
  let inUnits = new Uint32Array(64 * 1024);
  let times = new Uint16Array(64 * 1024);
  let pairs = 0;
  let firstOfUnit = 0;
  let units = 0;
  let rows: Record<UnitColumn, number[]> = { file: [], place: [], extent: [], line: [], at: [] };

  const add = (term: string): void => {
    let number = numbers.get(term);
    if (number === undefined) {
      number = numbers.size;
      // A copy: a slice would keep the whole text in memory.
      numbers.set(Buffer.from(term).toString(), number);
      latest = number < latest.length ? latest : grownInt(latest);
    }
    const known = latest[number] ?? -1;
    if (known >= firstOfUnit) {
      times[known] = Math.min((times[known] ?? 0) + 1, 0xffff);
      return;
    }
    if (pairs === terms.length) {
      terms = grown(terms);
      inUnits = grown(inUnits);
      const more = new Uint16Array(times.length * 2);
      more.set(times);
      times = more;
    }
    latest[number] = pairs;
    terms[pairs] = number;
    inUnits[pairs] = units;
    times[pairs] = 1;
    pairs++;
  };

  /** What the open unit has, and how often. */
  const openTerms = (): [term: string, often: number][] => {
    const open: [term: string, often: number][] = [];
    // Not as a list of all terms: there are more of these than of anything else in memory.
    numbers.forEach((number, term) => {
      const pair = latest[number] ?? -1;
      if (pair >= firstOfUnit && pairs > firstOfUnit) {
        open.push([term, times[pair] ?? 1]);
      }
    });
    return open;
  };

  return {
    get units() {
      return units;
    },
    get isFull() {
      return pairs > mostPairs || numbers.size > mostTerms;
    },
    text: (text) => {
      eachTerm(text, add);
    },
    unit: (row) => {
      for (const column of unitColumns) {
        rows[column].push(row[column]);
      }
      firstOfUnit = pairs;
      return units++;
    },
    write: (to) => {
      const open = openTerms();
      const { starts, order } = byTerm(terms, firstOfUnit, numbers.size);
      const postings = createByteBuffer();
      // Without letters beyond the first plane, this is the order of their bytes.
      for (const term of [...numbers.keys()].sort()) {
        const number = numbers.get(term) ?? 0;
        const start = starts[number] ?? 0;
        const end = starts[number + 1] ?? start;
        if (start === end) {
          continue;
        }
        postings.clear();
        let before = -1;
        for (let index = start; index < end; index++) {
          const pair = order[index] ?? 0;
          const unit = inUnits[pair] ?? 0;
          const often = times[pair] ?? 1;
          postings.number((unit - before - 1) * 2 + (often > 1 ? 1 : 0));
          if (often > 1) {
            postings.number(often);
          }
          before = unit;
        }
        to.term(Buffer.from(term), end - start, postings.view());
      }
      const columns = unitColumns.map((name) => [name, Uint32Array.from(rows[name])]);
      const count = units;
      // What is there is used again, terms too: to make it anew costs as much memory once more.
      if (numbers.size > mostTerms) {
        numbers = new Map();
      }
      latest.fill(-1);
      rows = { file: [], place: [], extent: [], line: [], at: [] };
      pairs = firstOfUnit = units = 0;
      for (const [term, often] of open) {
        add(term);
        times[pairs - 1] = often;
      }
      return to.finish(
        Object.fromEntries(columns) as Record<UnitColumn, Uint32Array<ArrayBuffer>>,
        count,
      );
    },
  };
}

/** Pairs in the order of their terms, and within a term as they came. */
function byTerm(terms: Uint32Array, pairs: number, count: number) {
  const starts = new Uint32Array(count + 1);
  for (let pair = 0; pair < pairs; pair++) {
    const next = (terms[pair] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let term = 1; term <= count; term++) {
    starts[term] = (starts[term] ?? 0) + (starts[term - 1] ?? 0);
  }
  const next = starts.slice();
  const order = new Uint32Array(pairs);
  for (let pair = 0; pair < pairs; pair++) {
    const term = terms[pair] ?? 0;
    const at = next[term] ?? 0;
    order[at] = pair;
    next[term] = at + 1;
  }
  return { starts, order };
}

function grown(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

function grownInt(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2).fill(-1);
  larger.set(array);
  return larger;
}
