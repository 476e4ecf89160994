// Where things stand in buffer.md, as indexes of its lines. Pure.

import { parseBuffer, type PlacedBuffer, sectionOf } from './buffer';
import { conflictMarkers, headingOf, type MarkdownLine, markdownLines } from './markdownLines';

/** From a line up to another, which does not belong to it. */
export interface Rows {
  readonly start: number;
  readonly end: number;
}

export interface BufferRows {
  readonly lines: readonly MarkdownLine[];
  /** The first section of their name, from its heading; undefined where there is none. */
  readonly knowledge: Rows | undefined;
  readonly skills: Rows | undefined;
  readonly entries: readonly (Rows & { readonly of: PlacedBuffer['knowledge'][number] })[];
  readonly candidates: readonly (Rows & { readonly of: PlacedBuffer['skillCandidates'][number] })[];
  /** Lines in which a merge left its markers. */
  readonly conflicts: readonly number[];
  /** The line with `**Updated**:`. */
  readonly updated: number | undefined;
  /** The first section, else the end. */
  readonly headerEnd: number;
}

export const updatedLine =
  /^(\s{0,3}(?:[-*+]\s)?\*\*(?:Updated|更新日時?|最終更新|업데이트|갱신일?)(?:\*\*\s?[:：]|:\*\*)\s?)(.*)$/i;

export function bufferRows(text: string): BufferRows {
  const { knowledge, skillCandidates } = parseBuffer(text).document;
  const all = markdownLines(text);
  // Where a text ends with a line break, what follows it is no line.
  const lines = all.at(-1)?.text === '' ? all.slice(0, -1) : all;
  const firstSection = lines.findIndex((line) => (plainHeading(line)?.level ?? 0) > 1);
  const headerEnd = firstSection < 0 ? lines.length : firstSection;
  const updated = lines.findIndex(
    (line, index) => index < headerEnd && isPlain(line) && updatedLine.test(line.text),
  );
  return {
    lines,
    knowledge: sectionNamed(lines, 'knowledge'),
    skills: sectionNamed(lines, 'skills'),
    entries: knowledge.map((of) => ({ of, start: of.line - 1, end: of.endLine })),
    candidates: skillCandidates.map((of) => ({ of, start: of.line - 1, end: of.endLine })),
    conflicts: conflictMarkers(lines).map(({ number }) => number - 1),
    updated: updated < 0 ? undefined : updated,
    headerEnd,
  };
}

function sectionNamed(
  lines: readonly MarkdownLine[],
  name: 'knowledge' | 'skills',
): Rows | undefined {
  const start = lines.findIndex((line) => {
    const heading = plainHeading(line);
    return heading !== undefined && heading.level > 1 && sectionOf(heading.text) === name;
  });
  const level = headingOf(lines[start]?.text ?? '')?.level ?? 0;
  const next = lines.findIndex(
    (line, index) => index > start && (plainHeading(line)?.level ?? 7) <= level,
  );
  return start < 0 ? undefined : { start, end: next < 0 ? lines.length : next };
}

function plainHeading(line: MarkdownLine) {
  return isPlain(line) ? headingOf(line.text) : undefined;
}

function isPlain({ fenced, commented }: MarkdownLine): boolean {
  return !fenced && !commented;
}
