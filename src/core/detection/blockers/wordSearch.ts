// Finds which of many words are in a stream of bytes, line by line, in one pass: the automaton of Aho
// and Corasick. Its cost does not depend on how many words there are, nor on what the bytes are.

export interface WordSearch {
  /** In small letters; they are found whatever their case. */
  readonly words: readonly string[];
  /** The state after this byte. */
  readonly next: Int32Array;
  /** Which symbol a byte is: small and capital letters are one. */
  readonly symbolOf: Uint8Array;
  readonly symbols: number;
  /** For each state the words that end there; undefined for most. */
  readonly found: readonly (readonly number[] | undefined)[];
}

export const lineFeed = 10;
export const carriageReturn = 13;

export function createWordSearch(words: readonly string[]): WordSearch {
  const { symbolOf, symbols } = toSymbols(words);
  const trie = [newRow(symbols)];
  const found: (number[] | undefined)[] = [undefined];
  for (const [index, word] of words.entries()) {
    let state = 0;
    for (const byte of Buffer.from(word)) {
      const row = trie[state];
      const symbol = symbolOf[byte] ?? 0;
      let target = row?.[symbol] ?? -1;
      if (target === -1) {
        target = trie.push(newRow(symbols)) - 1;
        found.push(undefined);
        row?.splice(symbol, 1, target);
      }
      state = target;
    }
    (found[state] ??= []).push(index);
  }
  return { words, next: withFailures(trie, found, symbols), symbolOf, symbols, found };
}

/** Symbol 0 is every byte that is in no word. */
function toSymbols(words: readonly string[]): { symbolOf: Uint8Array; symbols: number } {
  const symbolOf = new Uint8Array(256);
  const bytes = [...new Set(Buffer.from(words.join('')))];
  for (const [index, byte] of bytes.entries()) {
    symbolOf[byte] = index + 1;
    const isSmallLetter = byte >= 97 && byte <= 122;
    symbolOf[isSmallLetter ? byte - 32 : byte] = index + 1;
  }
  return { symbolOf, symbols: bytes.length + 1 };
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
      if (target === -1) {
        next[state * symbols + symbol] = otherwise;
        continue;
      }
      next[state * symbols + symbol] = target;
      failure[target] = otherwise;
      const inherited = found[otherwise];
      if (inherited) {
        found[target] = [...(found[target] ?? []), ...inherited];
      }
      queue.push(target);
    }
  }
  return next;
}
