// Where the parts of a session.md are, whatever a person did to it: other levels, other order, more
// sections, sections that are gone. No I/O, no rewriting.

import { headingOf, markdownLines } from './markdownLines';
import { partNamed, plainName } from './sessionNames';
import { type HeaderName, headerNames, type SectionPath, sessionTitle } from './sessionParts';
import { type TextLine, textLines } from './textLines';

export interface OutlineSection {
  readonly heading: string;
  /** As `plainName` has it. */
  readonly name: string;
  /** The English name of the part that is meant; undefined where it is none. */
  readonly part: string | undefined;
  readonly level: number;
  /** Index of the line with its heading. */
  readonly at: number;
  /** Index after its own last line: that of the next heading, of whatever level. */
  readonly end: number;
  /** Index after the last line of what is below it. */
  readonly subtreeEnd: number;
  readonly parent: OutlineSection | undefined;
}

export interface HeaderField {
  readonly name: string;
  readonly value: string;
  readonly at: number;
  /** `**Branch**: `, with what is before it in its line. */
  readonly prefix: string;
  /** Where it begins in its line: behind the field before it, if there is one. */
  readonly start: number;
}

export interface SessionOutline {
  readonly lines: readonly TextLine[];
  readonly sections: readonly OutlineSection[];
  readonly fields: readonly HeaderField[];
  /** Where a first header field goes. */
  readonly fieldsAt: number;
}

export function sessionOutline(text: string): SessionOutline {
  const lines = textLines(text);
  const marks = markdownLines(text);
  const isText = (index: number) => !marks[index]?.fenced && !marks[index]?.commented;
  const start = afterFrontMatter(lines);
  const sections = sectionsOf(
    lines.flatMap((_, index) => {
      const heading = index >= start && isText(index) && headingOf(marks[index]?.text ?? '');
      return heading ? [{ ...named(heading.text), level: heading.level, at: index }] : [];
    }),
    lines.length,
  );
  const [first] = sections;
  const isTitled = first !== undefined && isTitle(first);
  const fieldsEnd = isTitled ? first.end : (first?.at ?? lines.length);
  const fields = lines.slice(0, fieldsEnd).flatMap((_, index) => {
    const found = index >= start && isText(index) ? fieldsOf(marks[index]?.text ?? '') : [];
    return found.map((field) => ({ ...field, at: index }));
  });
  return { lines, sections, fields, fieldsAt: isTitled ? first.at + 1 : start };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** In one pass: a file may have a million headings. */
function sectionsOf(
  headings: readonly Omit<OutlineSection, 'end' | 'subtreeEnd' | 'parent'>[],
  end: number,
): OutlineSection[] {
  const open: Writable<OutlineSection>[] = [];
  return headings.map((each, index) => {
    while ((open.at(-1)?.level ?? 0) >= each.level) {
      const closed = open.pop();
      if (closed) {
        closed.subtreeEnd = each.at;
      }
    }
    const next = headings[index + 1]?.at ?? end;
    const section = { ...each, end: next, subtreeEnd: end, parent: open.at(-1) };
    open.push(section);
    return section;
  });
}

/**
 * By name and place, not by level. A section of that name below one that a person added is theirs.
 * One that is called exactly so comes before those that only mean it.
 */
export function findSection(
  { sections }: Pick<SessionOutline, 'sections'>,
  path: SectionPath,
): OutlineSection | undefined {
  return sectionCalled(sections, path, 'name') ?? sectionCalled(sections, path, 'part');
}

/** Asked for often, so it is found out once for each. */
function named(heading: string): Pick<OutlineSection, 'heading' | 'name' | 'part'> {
  return { heading, name: plainName(heading), part: partNamed(heading) };
}

function sectionCalled(
  sections: readonly OutlineSection[],
  path: SectionPath,
  by: 'name' | 'part',
): OutlineSection | undefined {
  const [top, sub] = [plainName(path[0]), path[1] && plainName(path[1])];
  const called = sections.filter((each) => each[by] === (sub ?? top));
  const [first] = sections;
  const isBelowTitle = ({ parent }: OutlineSection) =>
    parent === undefined || (parent === first && isTitle(first));
  return sub === undefined
    ? called.find(
        (each) => each.level < deepest && (isBelowTitle(each) || each.parent?.level === 1),
      )
    : (called.find(({ parent }) => parent?.name === top) ??
        called.find(({ parent }) => parent?.part === top) ??
        called.find(isBelowTitle));
}

/** Below that there is no level for its parts. */
const deepest = 6;

export function findField(
  { fields }: Pick<SessionOutline, 'fields'>,
  name: string,
): HeaderField | undefined {
  return fields.find((field) => isSame(field.name, name) || isMeant(field.name, name));
}

/** From its first line that is not blank to the last; both are `end` where there is none. */
export function contentOf(
  { lines }: SessionOutline,
  { at, end }: OutlineSection,
): { readonly from: number; readonly to: number } {
  const isWritten = (index: number) => (lines[index]?.text ?? '').trim() !== '';
  let from = at + 1;
  let to = end;
  while (from < end && !isWritten(from)) {
    from++;
  }
  while (to > from && !isWritten(to - 1)) {
    to--;
  }
  return { from, to };
}

export function isSame(a: string, b: string): boolean {
  return plainName(a) === plainName(b);
}

/** In another language, or with more around it. */
export function isMeant(heading: string, name: string): boolean {
  return partNamed(heading) === plainName(name);
}

/** Of the document; a first section at level two is one that a person's title does not stand before. */
function isTitle({ heading, level }: { heading: string; level: number }): boolean {
  return level === 1 || isSame(heading, sessionTitle);
}

/** `**Branch**: main`, also as an item of a list. Neighbouring repeats share no character. */
const field = /^(\s*(?:[-*][ \t]+)?\*\*([^*]+)\*\*[ \t]*(?:[:：][ \t]*)?)/;
/** `Branch: main` counts only for the names of the format. */
const plainField = /^(\s*(?:[-*+][ \t]+)?([^\s:：*|][^:：*|]{0,39})[:：][ \t]*)/;
/** `… | **Branch**: main`, in the line of another field. */
const nextField = /\s*[|｜·•,;]?[ \t]*\*\*([^*]{1,40})\*\*[ \t]*(?:[:：][ \t]*)?/g;

const known = new Set(headerNames.map(plainName));
const goal: HeaderName = 'Session Goal';

function isKnown(name: string): boolean {
  return known.has(partNamed(name) ?? '');
}

function fieldsOf(text: string): Omit<HeaderField, 'at'>[] {
  const plain = text.includes('**') ? null : plainField.exec(text);
  const [, prefix, name = ''] =
    (text.includes('**') ? field.exec(text) : isKnown(plain?.[2] ?? '') ? plain : null) ?? [];
  if (prefix === undefined) {
    return [];
  }
  const heads = [{ name, start: 0, from: prefix.length }];
  // Words of a person may look like anything: behind them there is no other field.
  if (isKnown(name) && !isMeant(name, goal)) {
    for (const next of text.slice(prefix.length).matchAll(nextField)) {
      const start = prefix.length + next.index;
      if (isKnown(next[1] ?? '') && !isMeant(heads.at(-1)?.name ?? '', goal)) {
        heads.push({ name: next[1] ?? '', start, from: start + next[0].length });
      }
    }
  }
  return heads.map(({ name: of, start, from }, index) => ({
    prefix: text.slice(0, from),
    start,
    name: of
      .trim()
      .replace(/[:：]$/, '')
      .trim(),
    value: text.slice(from, heads[index + 1]?.start).trim(),
  }));
}

const longestFrontMatter = 100;

/** `---` in the first line begins settings of other tools, which are not ours to read. */
function afterFrontMatter(lines: readonly TextLine[]): number {
  if (lines[0]?.text.replace(/^\uFEFF/, '').trimEnd() !== '---') {
    return 0;
  }
  const close = lines
    .slice(1, longestFrontMatter)
    .findIndex(({ text }) => /^(?:---|\.\.\.)\s*$/.test(text));
  return close < 0 ? 0 : close + 2;
}
