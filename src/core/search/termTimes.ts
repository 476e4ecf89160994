// How often the units of a segment have a word: reads only the blocks in which terms begin so.

import { entriesOf, type Segment, type TermEntry } from './segment';

export interface TermTimes {
  /** By unit. */
  readonly times: Uint16Array;
  /** Which have it at all: the first `count` of these. */
  readonly units: Uint32Array;
  readonly count: number;
}

const most = 0xffff;

export function timesOf(segment: Segment, term: string): TermTimes {
  const times = new Uint16Array(segment.meta.units);
  const wanted = Buffer.from(term);
  const { blocks } = segment.contents;
  const units = new Uint32Array(segment.meta.units);
  let count = 0;
  for (let index = firstBlock(blocks, term); index < blocks.length; index++) {
    const place = blocks[index];
    if (!place || (place.first > term && !place.first.startsWith(term))) {
      break;
    }
    const block = segment.readBlock(place);
    for (const entry of entriesOf(block)) {
      const order = Buffer.compare(entry.term.subarray(0, wanted.length), wanted);
      if (order > 0) {
        break;
      }
      if (order === 0) {
        count = addPostings(block, entry, times, units, count);
      }
    }
  }
  return { times, units, count };
}

/** As `eachPosting`, without a call for each number; gives back how many units there are by now. */
function addPostings(
  block: Buffer,
  { start, count: postings }: TermEntry,
  times: Uint16Array,
  units: Uint32Array,
  before: number,
): number {
  let position = start;
  let unit = -1;
  let count = before;
  for (let index = 0; index < postings; index++) {
    let step = block[position++] ?? 0;
    for (let byte = step, factor = 128; byte >= 0x80; factor *= 128) {
      byte = block[position++] ?? 0;
      step += byte * factor - factor;
    }
    unit += (step >>> 1) + 1;
    let often = 1;
    if ((step & 1) === 1) {
      often = block[position++] ?? 0;
      for (let byte = often, factor = 128; byte >= 0x80; factor *= 128) {
        byte = block[position++] ?? 0;
        often += byte * factor - factor;
      }
    }
    const known = times[unit] ?? 0;
    if (known === 0) {
      units[count++] = unit;
    }
    const now = known + often;
    times[unit] = now < most ? now : most;
  }
  return count;
}

/** The last one that begins before the term, or with it. */
function firstBlock(blocks: readonly { readonly first: string }[], term: string): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.first ?? '') < term) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return Math.max(0, low - 1);
}
