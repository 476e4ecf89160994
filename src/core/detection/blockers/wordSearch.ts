// Finds which of many words are in a stream of bytes, line by line, in one pass: the automaton of Aho
// and Corasick. Its cost depends neither on how many words there are nor on what the bytes are.
//
// The table of its steps is filled as they are met. To make all of it takes longer than to search the
// output of most commands.

export interface WordSearch {
  readonly count: number;
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
export const atLineEnd = 0x20_00_00_00;
export const unmade = 0x40_00_00_00;

const other = 0;
const lineEnd = 1;
const firstLetter = 2;

/** A beginning of one or more words. */
interface Beginning {
  readonly number: number;
  readonly parent: Beginning | undefined;
  readonly symbol: number;
  readonly longer: Map<number, Beginning>;
  /** The longest end of this that begins another word; found when it is asked for. */
  fallback: Beginning | undefined;
  words: number[];
  hasAllWords: boolean;
}

export function createWordSearch(words: readonly string[]): WordSearch {
  const { symbolOf, symbols } = toSymbols(words);
  const beginnings: Beginning[] = [];
  const add = (parent: Beginning | undefined, symbol: number): Beginning => {
    const beginning: Beginning = {
      number: beginnings.length,
      parent,
      symbol,
      longer: new Map(),
      fallback: undefined,
      words: [],
      hasAllWords: false,
    };
    beginnings.push(beginning);
    parent?.longer.set(symbol, beginning);
    return beginning;
  };
  const root = add(undefined, other);
  for (const [index, word] of words.entries()) {
    let current = root;
    for (const byte of Buffer.from(word)) {
      const symbol = symbolOf[byte] ?? other;
      current = current.longer.get(symbol) ?? add(current, symbol);
    }
    current.words.push(index);
  }

  const fallbackOf = (beginning: Beginning): Beginning => {
    const { parent, symbol } = beginning;
    beginning.fallback ??= !parent || parent === root ? root : after(fallbackOf(parent), symbol);
    return beginning.fallback;
  };
  const after = (beginning: Beginning, symbol: number): Beginning => {
    let current = beginning;
    for (;;) {
      const longer = current.longer.get(symbol);
      if (longer || current === root) {
        return longer ?? root;
      }
      current = fallbackOf(current);
    }
  };
  const wordsOf = (beginning: Beginning): readonly number[] => {
    if (!beginning.hasAllWords && beginning !== root) {
      beginning.words = [...beginning.words, ...wordsOf(fallbackOf(beginning))];
      beginning.hasAllWords = true;
    }
    return beginning.words;
  };

  const next = new Int32Array(beginnings.length * symbols).fill(unmade);
  const beginningOf = (state: number) => beginnings[state / symbols] ?? root;
  return {
    count: words.length,
    next,
    symbolOf,
    wordsAt: (state) => wordsOf(beginningOf(state)),
    make: (state, symbol) => {
      const target = symbol === lineEnd ? root : after(beginningOf(state), symbol);
      const mark = symbol === lineEnd ? atLineEnd : wordsOf(target).length > 0 ? atWord : 0;
      const step = (target.number * symbols) | mark;
      next[state + symbol] = step;
      return step;
    },
  };
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
