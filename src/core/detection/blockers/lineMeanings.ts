// What the words found in a line lead to, worked out once for all lines that hold the same ones:
// outputs repeat themselves.

import type { WordSearch } from './wordSearch';

export interface LineMeanings<T> {
  /** `states`: those at which words ended, in the order of the line, `count` of them. */
  of(states: Int32Array, count: number): T;
}

interface Known<T> {
  readonly states: Int32Array;
  readonly meaning: T;
}

/** As many as are kept; a power of two. */
const places = 1_024;

export function createLineMeanings<T>(
  search: WordSearch,
  meaningOf: (words: ReadonlySet<number>) => T,
): LineMeanings<T> {
  const known: (Known<T> | undefined)[] = new Array<undefined>(places).fill(undefined);
  return {
    of: (states, count) => {
      const place = placeOf(states, count);
      const entry = known[place];
      if (entry && isSame(entry.states, states, count)) {
        return entry.meaning;
      }
      const words = new Set<number>();
      for (let index = 0; index < count; index += 1) {
        for (const word of search.wordsAt(states[index] ?? 0)) {
          words.add(word);
        }
      }
      const meaning = meaningOf(words);
      known[place] = { states: states.slice(0, count), meaning };
      return meaning;
    },
  };
}

function placeOf(states: Int32Array, count: number): number {
  let hash = count;
  for (let index = 0; index < count; index += 1) {
    hash = Math.imul(hash, 31) + (states[index] ?? 0);
  }
  return (hash ^ (hash >>> 15)) & (places - 1);
}

function isSame(known: Int32Array, states: Int32Array, count: number): boolean {
  if (known.length !== count) {
    return false;
  }
  for (let index = 0; index < count; index += 1) {
    if (known[index] !== states[index]) {
      return false;
    }
  }
  return true;
}
