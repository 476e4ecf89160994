// Reads an output as a stream and hands on only the lines that hold one of the words looked for, as a
// person would see them. Keeps no more than the beginning of one line.

import { writeSeen } from './screenText';
import {
  atLineEnd,
  atWord,
  createFoundWords,
  type FoundWords,
  plain,
  unmade,
  type WordSearch,
} from './wordSearch';

export interface OutputLines {
  push(chunk: string | Uint8Array): void;
  /** The last line may have no end. */
  end(): void;
}

export interface LineReaders {
  /** Whether a line with these words is to be read. */
  isWanted(words: FoundWords): boolean;
  onMatch(line: string, words: FoundWords): void;
  /** The last line that is not empty, once, at the end. */
  onLast(line: string): void;
  /** Ctrl-C, as a terminal echoes it. */
  onStop(): void;
}

/** What a message says, it says at its beginning; the rest of a longer line is never looked at. */
const longestLine = 1_000;
/** In every search, so that lines that are to be cleaned first are found with it. */
export const screenControls: readonly string[] = ['\u001B', '\b'];
const escape = 0;
const backspace = 1;

const caret = 94;
const letterC = 67;
const lineFeed = 10;

export function createOutputLines(search: WordSearch, readers: LineReaders): OutputLines {
  const { next, symbolOf } = search;
  /** The beginning of a line that began in an earlier chunk. */
  const carried = Buffer.alloc(longestLine);
  let carriedLength = 0;
  let state = 0;
  /** The end of the output, for its last line. */
  const tail = Buffer.alloc(2 * longestLine);
  let tailLength = 0;
  const words = createFoundWords(search.count);
  /** A line without its colours; blanks in place of jumps make it longer at times. */
  const seen = Buffer.alloc(2 * longestLine);

  /** The line is `bytes` from `start` to `end`, after what an earlier chunk had of it. */
  const endLine = (bytes: Buffer, start: number, end: number) => {
    if (carriedLength > 0) {
      carry(bytes, start, end);
      readLine(carried, 0, carriedLength);
      carriedLength = 0;
    } else {
      readLine(bytes, start, Math.min(end, start + longestLine));
    }
    words.clear();
  };

  const readLine = (bytes: Buffer, start: number, end: number) => {
    if (bytes[start] === caret && bytes[start + 1] === letterC) {
      readers.onStop();
    }
    if (words.has(escape) || words.has(backspace)) {
      // Colours may stand within what is looked for, so it is looked for again without them.
      readSeen(writeSeen(bytes, start, end, seen));
    } else if (words.numbers.length > 0 && readers.isWanted(words)) {
      readers.onMatch(bytes.toString('utf8', start, end).trimEnd(), words);
    }
  };

  /** The lines that a cleaned one falls into where the cursor jumped. */
  const readSeen = (length: number) => {
    for (let start = 0; start < length;) {
      const feed = seen.indexOf(lineFeed, start);
      const end = feed === -1 || feed > length ? length : feed;
      words.clear();
      addWords(start, end);
      if (words.numbers.length > 0 && readers.isWanted(words)) {
        readers.onMatch(seen.toString('utf8', start, end).trimEnd(), words);
      }
      start = end + 1;
    }
  };

  const addWords = (start: number, end: number) => {
    let current = 0;
    for (let position = start; position < end; position += 1) {
      const symbol = symbolOf[seen[position] ?? 0] ?? 0;
      const step = next[current + symbol] ?? 0;
      current = step === unmade ? search.make(current, symbol) : step;
      if (current >= atWord) {
        current -= atWord;
        words.add(search.wordsAt(current));
      }
    }
  };

  const carry = (bytes: Buffer, start: number, end: number) => {
    carriedLength += bytes.copy(carried, carriedLength, start, end);
  };

  const keepTail = (bytes: Buffer) => {
    const from = Math.max(0, tailLength + Math.min(bytes.length, tail.length) - tail.length);
    tail.copyWithin(0, from, tailLength);
    tailLength -= from;
    tailLength += bytes.copy(tail, tailLength, Math.max(0, bytes.length - tail.length));
  };

  return {
    push: (chunk) => {
      const bytes = toBuffer(chunk);
      let start = 0;
      // The loop that meets every byte: two look-ups and one comparison.
      let current = state;
      for (let position = 0; position < bytes.length; position += 1) {
        const symbol = symbolOf[bytes[position] ?? 0] ?? 0;
        const from = current;
        current = next[from + symbol] ?? 0;
        if (current > plain) {
          current = current === unmade ? search.make(from, symbol) : current;
          if (current >= atLineEnd) {
            if (words.numbers.length > 0 || carriedLength > 0 || bytes[start] === caret) {
              endLine(bytes, start, position);
            }
            start = position + 1;
            current = 0;
          } else if (current >= atWord) {
            current -= atWord;
            // A word beyond what is kept of the line could match nothing.
            if (carriedLength + position - start < longestLine) {
              words.add(search.wordsAt(current));
            }
          }
        }
      }
      state = current;
      carry(bytes, start, bytes.length);
      keepTail(bytes);
    },
    end: () => {
      endLine(carried, 0, 0);
      const lines = tail.toString('utf8', 0, tailLength).split(/[\r\n]/);
      const last = lines.findLast((line) => line.trim() !== '') ?? '';
      readers.onLast(seenText(last.slice(0, longestLine)));
    },
  };
}

function toBuffer(chunk: string | Uint8Array): Buffer {
  return typeof chunk === 'string'
    ? Buffer.from(chunk)
    : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

/** The last of what a line falls into. */
function seenText(line: string): string {
  const bytes = Buffer.from(line);
  const out = Buffer.alloc(bytes.length * 2);
  const text = out.toString('utf8', 0, writeSeen(bytes, 0, bytes.length, out));
  return (
    text
      .split('\n')
      .findLast((each) => each.trim() !== '')
      ?.trimEnd() ?? ''
  );
}
