// Lines out of chunks of bytes, whichever way a program cut them.

import { StringDecoder } from 'node:string_decoder';

export interface LineSplitter {
  push(chunk: Buffer): void;
  /** What came last without a line feed is a line, too. */
  end(): void;
}

/** A line that is longer than `longest` comes in pieces, so that one without an end fills no memory. */
export function createLineSplitter(
  onLine: (line: string) => void,
  longest = 16 * 1024 * 1024,
): LineSplitter {
  const decoder = new StringDecoder('utf8');
  let pieces: string[] = [];
  let length = 0;
  const flush = (last: string): void => {
    const line = pieces.join('') + last;
    pieces = [];
    length = 0;
    onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  };
  const take = (text: string): void => {
    const [first = '', ...others] = text.split('\n');
    const rest = others.pop();
    if (rest !== undefined) {
      flush(first);
      others.forEach(flush);
    }
    const kept = rest ?? first;
    if (kept !== '') {
      pieces.push(kept);
      length += kept.length;
    }
    if (length > longest) {
      flush('');
    }
  };
  return {
    push: (chunk) => {
      take(decoder.write(chunk));
    },
    end: () => {
      take(decoder.end());
      if (length > 0) {
        flush('');
      }
    },
  };
}
