// What is shown of a text of others: redacted, without control characters, and short. Redacted before
// it is cut, because half a secret is no longer recognised.

import { keptEnd, keptText } from '../keptText';

/** A page is for reading: whoever needs more has the file. */
const longestWords = 24 * 1024;
const longestLine = 300;
const longestPart = 8 * 1024;

export interface Shown {
  readonly text: string;
  /** Of characters that are not shown. */
  readonly left: number;
}

/** Words to be read as they are. */
export function shownWords(text: string): Shown {
  const shown = keptText(text, longestWords);
  return { text: shown, left: shown.endsWith('…') ? Math.max(0, text.length - shown.length) : 0 };
}

/** Of an output, its first and its last lines; `leftOut` says how many are missing between them. */
export function foldedLines(
  text: string,
  head: number,
  tail: number,
  leftOut: (lines: number) => string,
): string {
  const lines = lineCount(text);
  const first = keptText(text, longestPart).split('\n');
  if (lines <= head + tail + 1) {
    return first.map(shortened).join('\n');
  }
  const last = tail === 0 ? [] : keptEnd(text, longestPart).split('\n').slice(-tail);
  return [...first.slice(0, head), leftOut(lines - head - last.length), ...last]
    .map(shortened)
    .join('\n');
}

export function lineCount(text: string): number {
  const end = text.trimEnd().length;
  let count = end === 0 ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) {
    count++;
  }
  return count;
}

function shortened(line: string): string {
  return line.length > longestLine ? `${line.slice(0, longestLine).trimEnd()}…` : line;
}
