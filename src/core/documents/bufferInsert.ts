// Puts lines into buffer.md: behind the last of their kind, in a section that is made where it is
// missing. Pure.

import { type BufferRows, bufferRows, type Rows } from './bufferRows';
import { joinLines, lineEndingOf, type TextLine, textLines } from './textLines';

/** Behind the last one of its kind; never in the middle of what a merge left to be resolved. */
export function insertionPoint(
  { lines, conflicts }: BufferRows,
  section: Rows | undefined,
  items: readonly Rows[],
): number {
  const { start, end } = section ?? { start: 0, end: lines.length };
  const last = items.findLast((each) => each.start > start && each.end <= end);
  const words = lines.slice(start, end).findLastIndex(({ text }) => text.trim() !== '');
  const after = last?.end ?? start + words + 1;
  const conflict = conflicts.findLast((at) => at > start && at < end);
  return Math.max(after, conflict === undefined ? 0 : conflict + 1);
}

export function ensureSection(
  document: string,
  name: 'knowledge' | 'skills',
  title: string,
): string {
  const rows = bufferRows(document);
  if (rows[name]) {
    return document;
  }
  // Where the seed has them: knowledge before skills, else at the end.
  const at = name === 'knowledge' ? rows.skills?.start : rows.knowledge?.end;
  const before = at ?? rows.lines.length;
  const isAfterText = (rows.lines[before - 1]?.text ?? '').trim() !== '';
  const isBeforeText = (rows.lines[before]?.text ?? '').trim() !== '';
  return insertLines(document, before, [
    ...(isAfterText ? [''] : []),
    `## ${title}`,
    ...(isBeforeText ? [''] : []),
  ]);
}

export function insertLines(document: string, at: number, texts: readonly string[]): string {
  const ending = lineEndingOf(document);
  const lines = textLines(document);
  const before = lines
    .slice(0, at)
    .map((line): TextLine => (line.ending ? line : { ...line, ending }));
  return joinLines([...before, ...texts.map((text) => ({ text, ending })), ...lines.slice(at)]);
}
