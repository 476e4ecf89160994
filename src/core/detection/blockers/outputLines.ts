// Reads an output as a stream and hands on only the lines that hold one of the words looked for, as a
// person would see them. Keeps no more than the beginning of one line.

import { carriageReturn, lineFeed, type WordSearch } from './wordSearch';

export interface OutputLines {
  push(chunk: string | Uint8Array): void;
  /** The last line may have no end. */
  end(): void;
}

/** What a message says, it says at its beginning; the rest of a longer line is never looked at. */
export const longestLine = 1_000;

export interface LineReaders {
  /** `words`: the numbers of the words that are in it. */
  onMatch(line: string, words: ReadonlySet<number>): void;
  /** The last line that is not empty, once, at the end. */
  onLast(line: string): void;
  /** Ctrl-C, as a terminal echoes it. */
  onStop(): void;
}

const caret = 94;
const letterC = 67;

export function createOutputLines(search: WordSearch, readers: LineReaders): OutputLines {
  const { next, symbolOf, symbols, found } = search;
  const line = Buffer.alloc(longestLine);
  let length = 0;
  let state = 0;
  let words = new Set<number>();
  const last = Buffer.alloc(longestLine);
  let lastLength = 0;

  const endLine = () => {
    if (length >= 2 && line[0] === caret && line[1] === letterC) {
      readers.onStop();
    }
    if (words.size > 0) {
      for (const seen of asSeen(line.toString('utf8', 0, length))) {
        readers.onMatch(seen, words);
      }
      words = new Set();
    }
    if (length > 0 && hasInk(line, length)) {
      line.copy(last, 0, 0, length);
      lastLength = length;
    }
    length = 0;
    state = 0;
  };

  /** The part of a chunk up to the end of a line, or all of it. */
  const keep = (bytes: Uint8Array, from: number, to: number) => {
    const end = Math.min(to, from + longestLine - length);
    if (end > from) {
      line.set(bytes.subarray(from, end), length);
      length += end - from;
    }
  };

  return {
    push: (chunk) => {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      let start = 0;
      for (let position = 0; position < bytes.length; position += 1) {
        const byte = bytes[position] ?? 0;
        if (byte === lineFeed || byte === carriageReturn) {
          keep(bytes, start, position);
          endLine();
          start = position + 1;
          continue;
        }
        state = next[state * symbols + (symbolOf[byte] ?? 0)] ?? 0;
        const hits = found[state];
        // A word beyond what is kept of the line could match nothing.
        if (hits && length + position - start < longestLine) {
          for (const word of hits) {
            words.add(word);
          }
        }
      }
      keep(bytes, start, bytes.length);
    },
    end: () => {
      endLine();
      if (lastLength > 0) {
        readers.onLast(asSeen(last.toString('utf8', 0, lastLength)).at(-1) ?? '');
      }
    },
  };
}

function hasInk(line: Uint8Array, length: number): boolean {
  for (let position = 0; position < length; position += 1) {
    if ((line[position] ?? 0) > 32) {
      return true;
    }
  }
  return false;
}

// Colours, cursor movements and titles (CSI, OSC, two-character escapes), and what is left of one
// that was cut off.
const escapes =
  // eslint-disable-next-line no-control-regex
  /\u001B(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]?|\][^\u0007\u001B]{0,400}(?:\u0007|\u001B\\)?|[PX^_][^\u001B]{0,400}(?:\u001B\\)?|[ -/]?[0-~])|\u009B[0-?]{0,64}[@-~]?/g;
// eslint-disable-next-line no-control-regex
const overstruck = /[^\u0008]\u0008/g;
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

// eslint-disable-next-line no-control-regex
const jumps = /\u001B\[\d{0,4}(?:;\d{0,4})?[ABEFHf]/g;
// eslint-disable-next-line no-control-regex
const gaps = /\u001B\[(\d{0,3})C/g;

/** Without colours and characters that were typed over; where the cursor jumped, a new line begins. */
export function asSeen(line: string): string[] {
  const text =
    line.includes('\u001B') || line.includes('\u009B')
      ? line
          .replace(gaps, (_, count: string) => ' '.repeat(Math.min(Number(count || 1), 80)))
          .replace(jumps, '\n')
          .replace(escapes, '')
      : line;
  return text
    .replace(overstruck, '')
    .split('\n')
    .map((each) => each.replace(controls, '').trimEnd())
    .filter((each) => each !== '');
}
