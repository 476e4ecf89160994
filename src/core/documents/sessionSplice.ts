// Changes parts of a session.md by splicing lines: what is not named keeps its bytes, with its byte
// order mark, line endings and odd spacing. Pure.

import {
  contentOf,
  findField,
  findSection,
  type HeaderField,
  isMeant,
  isSame,
  type OutlineSection,
  type SessionOutline,
  sessionOutline,
} from './sessionOutline';
import {
  type HeaderName,
  headerNames,
  nameOf,
  orderedParts,
  type SectionPath,
  sessionParts,
  sessionTitle,
} from './sessionParts';
import { joinLines, lineEndingOf, type TextLine } from './textLines';

export function headerValue(text: string, name: HeaderName): string | undefined {
  return findField(sessionOutline(text), name)?.value;
}

/** Its own lines up to the next heading, without the blank ones around; undefined where it is not. */
export function sectionBody(text: string, path: SectionPath): string | undefined {
  return bodyIn(sessionOutline(text), path);
}

/** For whoever asks for several. */
export function bodyIn(outline: SessionOutline, path: SectionPath): string | undefined {
  const section = findSection(outline, path);
  return section && bodyText(outline, section);
}

function bodyText(outline: SessionOutline, section: OutlineSection): string {
  const { from, to } = contentOf(outline, section);
  return outline.lines
    .slice(from, to)
    .map((line) => line.text)
    .join('\n');
}

/** `undefined` takes the line out. */
export function withHeader(text: string, name: HeaderName, value: string | undefined): string {
  return behindMark(text, (plain) => headerChanged(plain, name, value));
}

function headerChanged(text: string, name: HeaderName, value: string | undefined): string {
  const outline = sessionOutline(text);
  const { lines, fields, fieldsAt } = outline;
  const found = findField(outline, name);
  if (found?.value === value) {
    return text;
  }
  if (found) {
    const { text: line = '', ending = '' } = lines[found.at] ?? {};
    const trailing = line.slice(found.prefix.length + found.value.length);
    const isTight = /[^\s：]$/.test(found.prefix);
    const prefix = isTight ? `${found.prefix} ` : found.prefix;
    const changed = value === undefined ? without(found, line) : `${prefix}${value}${trailing}`;
    const put = changed === undefined ? [] : [{ text: changed, ending }];
    return spliced(text, lines, found.at, found.at + 1, put);
  }
  if (value === undefined) {
    return text;
  }
  const line = `**${name}**: ${value}`;
  const before = fields.findLast((field) => isBefore(field.name, name));
  const at = before ? before.at + 1 : (fields[0]?.at ?? fieldsAt);
  // Without a blank line the words of a person would run on from it.
  const isApart = fields.length > 0 || (lines[at]?.text ?? '').trim() === '';
  return inserted(text, lines, at, isApart ? [line] : [line, '']);
}

/** The other fields of its line; undefined where there are none. */
function without({ start, prefix, value }: HeaderField, line: string): string | undefined {
  const after = line.slice(prefix.length + value.length);
  const rest = start === 0 ? after.replace(/^\s*[|｜·•,;]?\s*/, '') : line.slice(0, start) + after;
  return rest.trim() === '' ? undefined : rest;
}

function isBefore(name: string, other: HeaderName): boolean {
  const rank = headerNames.findIndex((each) => isSame(name, each) || isMeant(name, each));
  return rank < headerNames.indexOf(other);
}

/** Replaces the lines of a section, up to the next heading; makes it where it is not. */
export function withSection(text: string, path: SectionPath, body: string): string {
  return behindMark(text, (plain) => sectionChanged(plain, path, body));
}

function sectionChanged(text: string, path: SectionPath, body: string): string {
  const outline = sessionOutline(text);
  const section = findSection(outline, path);
  if (!section) {
    return body === '' ? text : withNewSection(text, outline, path, body);
  }
  if (bodyText(outline, section) === body) {
    return text;
  }
  const { lines } = outline;
  const { from, to } = contentOf(outline, section);
  const wanted = body === '' ? [] : body.split('\n');
  if (from === to) {
    const isLast = section.end === lines.length;
    const isApart = isLast || section.end > section.at + 1;
    return inserted(text, lines, section.at + 1, isApart ? wanted : [...wanted, '']);
  }
  return spliced(text, lines, from, to, keptLines(text, lines.slice(from, to), wanted));
}

/** Lines that stay the same at both ends stay as they are, with their endings. */
function keptLines(text: string, old: readonly TextLine[], wanted: readonly string[]): TextLine[] {
  const shorter = Math.min(old.length, wanted.length);
  let head = 0;
  while (head < shorter && old[head]?.text === wanted[head]) {
    head++;
  }
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail)?.text === wanted.at(-1 - tail)) {
    tail++;
  }
  const ending = lineEndingOf(text);
  const middle = wanted.slice(head, wanted.length - tail).map((line) => ({ text: line, ending }));
  return [...old.slice(0, head), ...middle, ...old.slice(old.length - tail)];
}

/** After the known section that comes before it, else below its parent, else at the end. */
function withNewSection(
  text: string,
  outline: SessionOutline,
  path: SectionPath,
  body: string,
): string {
  const { lines } = outline;
  const parent = path[1] === undefined ? undefined : findSection(outline, [path[0]]);
  const isOrphan = path[1] !== undefined && !parent;
  const { at, level } = placeFor(outline, isOrphan ? [path[0]] : path, parent);
  const heading = (deeper: number, name: string) => `${'#'.repeat(level + deeper)} ${name}`;
  const isApart = (lines[at - 1]?.text ?? '').trim() === '' || at - 1 === parent?.at;
  return inserted(text, lines, at, [
    ...(isApart ? [] : ['']),
    ...(isOrphan ? [heading(0, path[0])] : []),
    heading(isOrphan ? 1 : 0, nameOf(path)),
    ...body.split('\n'),
    ...((lines[at]?.text ?? '').trim() === '' ? [] : ['']),
  ]);
}

/** Where `findSection` will find it again. */
function placeFor(
  outline: SessionOutline,
  [top, sub]: SectionPath,
  parent: OutlineSection | undefined,
): { readonly at: number; readonly level: number } {
  const siblings = orderedParts.filter((each) =>
    sub === undefined ? each[1] === undefined : each[1] !== undefined && each[0] === top,
  );
  const rank = siblings.findIndex((each) => nameOf(each) === (sub ?? top));
  const found = siblings.map((each) => findSection(outline, each));
  const isWithin = (each: OutlineSection | undefined) =>
    each !== undefined && (parent === undefined || each.parent === parent);
  const before = found.slice(0, rank).findLast(isWithin);
  const after = found.slice(rank + 1).find(isWithin);
  return {
    at:
      before?.subtreeEnd ??
      after?.at ??
      (parent ? endOfBody(outline, parent) : outline.lines.length),
    level: (before ?? after)?.level ?? (parent?.level ?? 1) + 1,
  };
}

/** Right after the heading where there is nothing below it. */
function endOfBody(outline: SessionOutline, section: OutlineSection): number {
  return contentOf(outline, section).from === section.end ? section.at + 1 : section.end;
}

function inserted(
  text: string,
  lines: readonly TextLine[],
  at: number,
  added: readonly string[],
): string {
  const ending = lineEndingOf(text);
  return spliced(
    text,
    lines,
    at,
    at,
    added.map((line) => ({ text: line, ending })),
  );
}

/** A line that gets a follower needs an ending; a document without a last one stays so. */
function spliced(
  text: string,
  lines: readonly TextLine[],
  from: number,
  to: number,
  put: readonly TextLine[],
): string {
  const ending = lineEndingOf(text);
  const result = [...lines.slice(0, from), ...put, ...lines.slice(to)];
  const last = result.length - 1;
  const isOpen = lines.at(-1)?.ending === '';
  return joinLines(
    result.map((line, index) => {
      if (index === last && isOpen) {
        return { ...line, ending: '' };
      }
      return index < last && line.ending === '' ? { ...line, ending } : line;
    }),
  );
}

export interface NewSession {
  readonly header: Readonly<Partial<Record<HeaderName, string | undefined>>>;
  readonly sections: Readonly<Partial<Record<keyof typeof sessionParts, string | undefined>>>;
}

/** With all headings of the format, also of what is empty yet. */
export function newSession({ header, sections }: NewSession): string {
  const fields = headerNames.flatMap((name) => {
    const value = header[name];
    return value === undefined ? [] : [`**${name}**: ${value}`];
  });
  const parts = Object.entries(sessionParts).map(([key, path]) => {
    const body = sections[key as keyof typeof sessionParts] ?? '';
    const heading = `${path.length === 1 ? '##' : '###'} ${nameOf(path)}`;
    const hasSubsections = key === 'direction' || key === 'context';
    return `${heading}\n${body === '' ? '' : `${body}\n`}${hasSubsections && body === '' ? '' : '\n'}`;
  });
  return `${[`# ${sessionTitle}`, ...fields].join('\n')}\n\n${parts.join('').trimEnd()}\n`;
}

const byteOrderMark = '\uFEFF';

/** It stays in front, whatever is put before the first line. */
function behindMark(text: string, change: (plain: string) => string): string {
  return text.startsWith(byteOrderMark)
    ? byteOrderMark + change(text.slice(byteOrderMark.length))
    : change(text);
}
