// Reads an output as a stream and hands on only the lines that hold one of the words looked for, as a
// person would see them. Keeps no more than the beginning of one line.

import { createLineMeanings } from './lineMeanings';
import { endOfColour, startsWithTick, writeSeen } from './screenText';
import { atControl, atLineEnd, atWord, plain, unmade, type WordSearch } from './wordSearch';

export interface OutputLines {
  push(chunk: string | Uint8Array): void;
  /** The last line may have no end. */
  end(): void;
}

export interface LineReaders<T> {
  /** What a line with these words may mean; asked once for all lines that hold the same. */
  meaningOf(words: ReadonlySet<number>): T;
  /** Whether such a line is to be read, which ends with this byte, where that is known. */
  isWanted(meaning: T, last: number | undefined): boolean;
  onMatch(line: string, meaning: T): void;
  /** The last line that is not empty, once, at the end. */
  onLast(line: string): void;
  /** Ctrl-C, as a terminal echoes it. */
  onStop(): void;
}

/** What a message says, it says at its beginning; the rest of a longer line is never looked at. */
const longestLine = 1_000;

const caret = 94;
const letterC = 67;
const lineFeed = 10;

export function createOutputLines<T>(search: WordSearch, readers: LineReaders<T>): OutputLines {
  const { next, symbolOf } = search;
  const meanings = createLineMeanings(search, (words) => readers.meaningOf(words));
  /** The beginning of a line that began in an earlier chunk. */
  const carried = Buffer.alloc(longestLine);
  let carriedLength = 0;
  let state = 0;
  /** Where words ended in the line so far. */
  const hits = new Int32Array(2 * longestLine);
  let hitCount = 0;
  /** Whether the line has colours, or more: then words are looked for again without it. */
  let controls: 'none' | 'colours' | 'others' = 'none';
  /** The end of the output, for its last line. */
  const tail = Buffer.alloc(2 * longestLine);
  let tailLength = 0;
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
    hitCount = 0;
    controls = 'none';
  };

  const readLine = (bytes: Buffer, start: number, end: number) => {
    if (bytes[start] === caret && bytes[start + 1] === letterC) {
      readers.onStop();
    }
    if (controls === 'others') {
      readSeen(writeSeen(bytes, start, end, seen));
    } else if (hitCount > 0) {
      offer(bytes, start, end, controls);
    }
  };

  /** The lines that a cleaned one falls into where the cursor jumped. */
  const readSeen = (length: number) => {
    for (let start = 0; start < length;) {
      const feed = seen.indexOf(lineFeed, start);
      const end = feed === -1 || feed > length ? length : feed;
      findWords(start, end);
      if (hitCount > 0) {
        offer(seen, start, end, 'none');
      }
      start = end + 1;
    }
  };

  const offer = (bytes: Buffer, start: number, end: number, has: 'none' | 'colours') => {
    // What a test that passed is called says nothing.
    if (startsWithTick(bytes, start, end)) {
      return;
    }
    const meaning = meanings.of(hits, hitCount);
    if (readers.isWanted(meaning, has === 'none' ? lastLetter(bytes, start, end) : undefined)) {
      const text =
        has === 'none'
          ? bytes.toString('utf8', start, end)
          : seen.toString('utf8', 0, writeSeen(bytes, start, end, seen));
      readers.onMatch(text.trimEnd(), meaning);
    }
  };

  const findWords = (start: number, end: number) => {
    hitCount = 0;
    let current = 0;
    for (let position = start; position < end; position += 1) {
      const symbol = symbolOf[seen[position] ?? 0] ?? 0;
      const step = next[current + symbol] ?? 0;
      current = step === unmade ? search.make(current, symbol) : step;
      if (current >= atWord) {
        const isWord = current < atControl;
        current &= plain;
        if (isWord) {
          hits[hitCount] = current;
          hitCount += 1;
        }
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
      const { length } = bytes;
      let start = 0;
      // The loop that meets every byte: two look-ups and one comparison.
      let current = state;
      let found = hitCount;
      let position = 0;
      for (;;) {
        let step = 0;
        while (position < length) {
          step = next[current + (symbolOf[bytes[position] ?? 0] ?? 0)] ?? 0;
          if (step > plain) {
            break;
          }
          current = step;
          position += 1;
        }
        if (position >= length) {
          break;
        }
        if (step === unmade) {
          step = search.make(current, symbolOf[bytes[position] ?? 0] ?? 0);
        }
        if (step >= atLineEnd) {
          if (found > 0 || carriedLength > 0 || controls === 'others' || bytes[start] === caret) {
            hitCount = found;
            endLine(bytes, start, position);
            found = 0;
          }
          controls = 'none';
          start = position + 1;
          current = 0;
        } else if (step >= atControl) {
          // Words go on behind a colour: they may stand on both sides of it.
          const end = endOfColour(bytes, position);
          controls = end === undefined ? 'others' : controls === 'none' ? 'colours' : controls;
          position = end ?? position;
        } else {
          current = step & plain;
          // A word beyond what is kept of the line could match nothing.
          if (step >= atWord && carriedLength + position - start < longestLine) {
            hits[found] = current;
            found += 1;
          }
        }
        position += 1;
      }
      hitCount = found;
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

/** undefined where it is no letter: what blanks there are is for the decoded line to say. */
function lastLetter(bytes: Buffer, start: number, end: number): number | undefined {
  const last = end > start ? (bytes[end - 1] ?? 0) : 0;
  return (last | 0x20) >= 97 && (last | 0x20) <= 122 ? last : undefined;
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
