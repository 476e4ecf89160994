// Finds which of many words are in a stream of bytes, line by line, in one pass: the automaton of Aho
// and Corasick. Its cost depends neither on how many words there are nor on what the bytes are.

export interface WordSearch {
  readonly count: number;
  /**
   * `next[state + symbolOf[byte]]` is the state after a byte. Beyond `plain` it means that something
   * happened: the state is the part within `plain`, and the rest one of the two marks.
   */
  readonly next: Int32Array;
  /** Which symbol a byte is. */
  readonly symbolOf: Uint8Array;
  /** For each state that is marked with `atWord`, the numbers of the words that end there. */
  readonly wordsAt: ReadonlyMap<number, readonly number[]>;
}

/** The words of one line, by their numbers. Not a Set: it is filled and emptied for every line. */
export interface FoundWords {
  readonly numbers: readonly number[];
  has(word: number): boolean;
  add(words: readonly number[]): void;
  clear(): void;
}

export function createFoundWords(count: number): FoundWords {
  const marks = new Uint8Array(count);
  const numbers: number[] = [];
  return {
    numbers,
    has: (word) => marks[word] === 1,
    add: (words) => {
      for (const word of words) {
        if (marks[word] === 0) {
          marks[word] = 1;
          numbers.push(word);
        }
      }
    },
    clear: () => {
      for (const word of numbers) {
        marks[word] = 0;
      }
      numbers.length = 0;
    },
  };
}

export const plain = 0x0f_ff_ff_ff;
export const atWord = 0x10_00_00_00;
export const atLineEnd = 0x20_00_00_00;

const other = 0;
const lineEnd = 1;
const firstLetter = 2;

export function createWordSearch(words: readonly string[]): WordSearch {
  const { symbolOf, symbols } = toSymbols(words);
  const trie = [newRow(symbols)];
  const found: (number[] | undefined)[] = [undefined];
  for (const [index, word] of words.entries()) {
    let state = 0;
    for (const byte of Buffer.from(word)) {
      const row = trie[state];
      const symbol = symbolOf[byte] ?? other;
      let target = row?.[symbol] ?? -1;
      if (target === -1) {
        target = trie.push(newRow(symbols)) - 1;
        found.push(undefined);
        row?.fill(target, symbol, symbol + 1);
      }
      state = target;
    }
    (found[state] ??= []).push(index);
  }
  const next = withFailures(trie, found, symbols);
  const wordsAt = found.flatMap((numbers, state) =>
    numbers ? [[state * symbols, numbers] as const] : [],
  );
  return { count: words.length, next, symbolOf, wordsAt: new Map(wordsAt) };
}

function toSymbols(words: readonly string[]): { symbolOf: Uint8Array; symbols: number } {
  const symbolOf = new Uint8Array(256);
  const bytes = [...new Set(Buffer.from(words.join('')))];
  for (const [index, byte] of bytes.entries()) {
    symbolOf[byte] = firstLetter + index;
  }
  // A carriage return ends a line as well: a terminal draws the next one over it.
  symbolOf[10] = lineEnd;
  symbolOf[13] = lineEnd;
  return { symbolOf, symbols: firstLetter + bytes.length };
}

function newRow(symbols: number): number[] {
  return new Array<number>(symbols).fill(-1);
}

/** Where a word breaks off, goes on with the longest end of it that begins another. */
function withFailures(
  trie: readonly (readonly number[])[],
  found: (number[] | undefined)[],
  symbols: number,
): Int32Array {
  const next = new Int32Array(trie.length * symbols);
  const failure = new Int32Array(trie.length);
  const queue = [0];
  for (const state of queue) {
    const fallback = failure[state] ?? 0;
    for (let symbol = 0; symbol < symbols; symbol += 1) {
      const target = trie[state]?.[symbol] ?? -1;
      const otherwise = state === 0 ? 0 : (next[fallback * symbols + symbol] ?? 0);
      if (symbol === lineEnd || target === -1) {
        next[state * symbols + symbol] = symbol === lineEnd ? atLineEnd : otherwise;
        continue;
      }
      failure[target] = (otherwise & plain) / symbols;
      const inherited = found[failure[target] ?? 0];
      if (inherited) {
        found[target] = [...(found[target] ?? []), ...inherited];
      }
      next[state * symbols + symbol] = (target * symbols) | (found[target] ? atWord : 0);
      queue.push(target);
    }
  }
  return next;
}
