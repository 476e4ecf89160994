// Finds which of many words are in a stream of bytes, line by line, in one pass: the automaton of Aho
// and Corasick. Its cost depends neither on how many words there are nor on what the bytes are.
//
// The table of its steps is filled as they are met. To make all of it takes longer than to search the
// output of most commands.

export interface WordSearch {
  /**
   * `next[state + symbolOf[byte]]` is the state after a byte. Beyond `plain` it means that something
   * happened: the state is the part within `plain`, and the rest one of the marks.
   */
  readonly next: Int32Array;
  /** Which symbol a byte is. */
  readonly symbolOf: Uint8Array;
  /** Makes a step that is marked with `unmade`. */
  make(state: number, symbol: number): number;
  /** The numbers of the words that end at a state that was marked with `atWord`. */
  wordsAt(state: number): readonly number[];
}

export const plain = 0x0f_ff_ff_ff;
export const atWord = 0x10_00_00_00;
/** A control character: the state is the one before it. */
export const atControl = 0x20_00_00_00;
export const atLineEnd = 0x30_00_00_00;
export const unmade = 0x40_00_00_00;

const tab = 9;
const other = 0;
const lineEnd = 1;
const control = 2;
const firstLetter = 3;

export function createWordSearch(words: readonly string[]): WordSearch {
  const { symbolOf, symbols } = toSymbols(words);
  const trie = createTrie(words, symbolOf);
  const next = new Int32Array(trie.size * symbols).fill(unmade);
  return {
    next,
    symbolOf,
    wordsAt: (state) => trie.wordsAt(state / symbols),
    make: (state, symbol) => {
      const step = stepFrom(state / symbols, symbol);
      next[state + symbol] = step;
      return step;
    },
  };

  function stepFrom(beginning: number, symbol: number): number {
    if (symbol === lineEnd) {
      return atLineEnd;
    }
    if (symbol === control) {
      return (beginning * symbols) | atControl;
    }
    const target = trie.after(beginning, symbol);
    return (target * symbols) | (trie.wordsAt(target).length > 0 ? atWord : 0);
  }
}

interface Trie {
  readonly size: number;
  /** Where a beginning leads with one more symbol, or with the longest end of it that begins a word. */
  after(beginning: number, symbol: number): number;
  wordsAt(beginning: number): readonly number[];
}

const root = 0;
const none = -1;
const unknown = -1;

/** The beginnings of all words, by number. Flat arrays: objects would take longer than the search. */
function createTrie(words: readonly string[], symbolOf: Uint8Array): Trie {
  const most = 1 + words.reduce((all, word) => all + Buffer.byteLength(word), 0);
  const parent = new Int32Array(most);
  const symbolTo = new Uint8Array(most);
  const firstLonger = new Int32Array(most).fill(none);
  const sibling = new Int32Array(most).fill(none);
  const fallback = new Int32Array(most).fill(unknown);
  const ends = new Map<number, number[]>();
  const all = new Map<number, readonly number[]>();
  let size = 1;

  const longer = (beginning: number, symbol: number): number => {
    let child = firstLonger[beginning] ?? none;
    while (child !== none && symbolTo[child] !== symbol) {
      child = sibling[child] ?? none;
    }
    return child;
  };
  const add = (beginning: number, symbol: number): number => {
    const child = size;
    size += 1;
    parent[child] = beginning;
    symbolTo[child] = symbol;
    sibling[child] = firstLonger[beginning] ?? none;
    firstLonger[beginning] = child;
    return child;
  };
  for (const [index, word] of words.entries()) {
    let current = root;
    for (const byte of Buffer.from(word)) {
      const symbol = symbolOf[byte] ?? other;
      const known = longer(current, symbol);
      current = known === none ? add(current, symbol) : known;
    }
    ends.set(current, [...(ends.get(current) ?? []), index]);
  }

  const fallbackOf = (beginning: number): number => {
    if (fallback[beginning] === unknown) {
      const above = parent[beginning] ?? root;
      fallback[beginning] =
        above === root ? root : after(fallbackOf(above), symbolTo[beginning] ?? other);
    }
    return fallback[beginning] ?? root;
  };
  const after = (beginning: number, symbol: number): number => {
    for (let current = beginning; ; current = fallbackOf(current)) {
      const child = longer(current, symbol);
      if (child !== none || current === root) {
        return child === none ? root : child;
      }
    }
  };
  const wordsAt = (beginning: number): readonly number[] => {
    if (beginning === root) {
      return [];
    }
    const known = all.get(beginning);
    const found = known ?? [...(ends.get(beginning) ?? []), ...wordsAt(fallbackOf(beginning))];
    if (!known) {
      all.set(beginning, found);
    }
    return found;
  };
  return { size, after, wordsAt };
}

function toSymbols(words: readonly string[]): { symbolOf: Uint8Array; symbols: number } {
  const symbolOf = new Uint8Array(256);
  symbolOf.fill(control, 0, 32);
  symbolOf[tab] = other;
  const bytes = [...new Set(Buffer.from(words.join('')))];
  for (const [index, byte] of bytes.entries()) {
    symbolOf[byte] = firstLetter + index;
  }
  // A carriage return ends a line as well: a terminal draws the next one over it.
  symbolOf[10] = lineEnd;
  symbolOf[13] = lineEnd;
  return { symbolOf, symbols: firstLetter + bytes.length };
}
