// Words as the body of a section: they must not open a section of their own, leave a code block open
// or pass for what a merge left behind. Everything else stays as it was written.

import { plainText } from '../support/plainText';
import { conflictMarkers, headingOf, markdownLines } from './markdownLines';

/** The deepest heading of the format; deeper ones may stand in a section. */
const deepestLevel = 3;

export function sectionWords(words: string): string {
  const lines = plainText(words).replace(/^\n+/, '').trimEnd().split('\n');
  const open = openFence(lines);
  const closed = open === undefined ? lines : [...lines, open];
  const text = closed.join('\n');
  const marked = new Set(
    conflictMarkers(markdownLines(`<<<<<<< \n${text}`)).map(({ number }) => number - 2),
  );
  return markdownLines(text)
    .map((line, index) => {
      if (marked.has(index)) {
        return ` ${line.text}`;
      }
      const level = line.fenced ? undefined : headingOf(line.text)?.level;
      return level !== undefined && level <= deepestLevel
        ? line.text.replace('#', '\\#')
        : line.text;
    })
    .join('\n');
}

/** What closes it; undefined where none is open. */
function openFence(lines: readonly string[]): string | undefined {
  let open: string | undefined;
  for (const text of lines) {
    const marker = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    if (marker && open === undefined) {
      open = marker;
    } else if (open !== undefined && marker?.startsWith(open) && text.trim() === marker) {
      open = undefined;
    }
  }
  return open;
}
