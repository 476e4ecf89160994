// How often the units of a segment have a word: reads only the blocks in which terms begin so.

import { createByteReader } from './bytes';
import { entriesOf, type Segment } from './segment';

export interface TermTimes {
  /** By unit. */
  readonly times: Uint16Array;
  /** How many have it at all. */
  readonly units: number;
}

const most = 0xffff;

export function timesOf(segment: Segment, term: string): TermTimes {
  const times = new Uint16Array(segment.meta.units);
  const wanted = Buffer.from(term);
  const { blocks } = segment.contents;
  let units = 0;
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
        units += addPostings(block, entry.start, entry.count, times);
      }
    }
  }
  return { times, units };
}

/** As `eachPosting`, without a call for each; gives back how many are new. */
function addPostings(block: Buffer, start: number, count: number, times: Uint16Array): number {
  const reader = createByteReader(block, start);
  let unit = -1;
  let added = 0;
  for (let index = 0; index < count; index++) {
    const step = reader.number();
    unit += Math.floor(step / 2) + 1;
    const often = step % 2 === 0 ? 1 : reader.number();
    const known = times[unit] ?? 0;
    added += known === 0 ? 1 : 0;
    times[unit] = Math.min(known + often, most);
  }
  return added;
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
