// A text as lines with their endings, so that joining them again gives the same text to the byte.
// Whoever changes a document splices these and leaves the others alone.

export interface TextLine {
  /** Without its ending. A byte order mark is part of the first one. */
  readonly text: string;
  /** Empty only where the text ends without one. */
  readonly ending: '' | '\n' | '\r\n' | '\r';
}

/** Index + 1 is the number of a line in every problem. */
export function textLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  const endings = /\r\n|\n|\r/g;
  let start = 0;
  for (let found = endings.exec(text); found; found = endings.exec(text)) {
    lines.push({ text: text.slice(start, found.index), ending: found[0] as TextLine['ending'] });
    start = endings.lastIndex;
  }
  return start < text.length ? [...lines, { text: text.slice(start), ending: '' }] : lines;
}

export function joinLines(lines: readonly TextLine[]): string {
  return lines.map(({ text, ending }) => text + ending).join('');
}

/** What most of its lines end with, for those that are added. */
export function lineEndingOf(text: string): '\n' | '\r\n' {
  const windows = text.split('\r\n').length - 1;
  return windows * 2 > text.split('\n').length - 1 ? '\r\n' : '\n';
}
