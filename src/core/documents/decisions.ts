// decisions.md -> entries and problems. Reads everything it can; rewrites nothing, ever.

import type { Decision } from '../schemas/handover';
import { msg } from '../support/message';
import { decisionField, type FieldKey, fieldNamed } from './decisionField';
import { decisionHead, unnumbered, unnumberedHead } from './decisionHead';
import { decisionProblems, missingFields } from './decisionProblems';
import { decisionsInTables } from './decisionTable';
import { byLine, conflictProblems, type DocumentProblem } from './documentProblem';
import { headKind, isLoose } from './headKind';
import { indentOf } from './listItem';
import { headingOf, type MarkdownLine, markdownLines } from './markdownLines';
import { usualEntry } from './usualEntry';

export type { DocumentProblem } from './documentProblem';

export interface DecisionsDocument {
  /** In file order. */
  readonly decisions: readonly Decision[];
  readonly problems: readonly DocumentProblem[];
}

type Entry = { -readonly [K in keyof Decision]: Decision[K] };

/** The field that the next line may go on with. */
interface Open {
  readonly key: FieldKey;
  readonly indent: number;
  /** Under a heading of its own it goes on over empty lines, up to the next heading. */
  readonly isSection: boolean;
  afterEmpty: boolean;
}

export function parseDecisions(document: string): DecisionsDocument {
  const text = withLineFeeds(document);
  // Nearly all logs have neither, and may be long.
  const isMarked = ['```', '~~~', '<!--'].some((each) => text.includes(each));
  const marked = isMarked ? markdownLines(text) : undefined;
  const decisions: Entry[] = [];
  const oddHeads: DocumentProblem[] = [];
  /** Those that are neither empty nor in a usual entry. */
  const others: MarkdownLine[] = [];
  const ids = new Set<string>();
  let entry: Entry | undefined;
  let level = 0;
  let open: Open | undefined;
  let number = 0;
  const loose: Entry[] = [];
  /** A line that stands apart from the entry before it; in a list, the next item does. */
  let isApart = true;
  let isInList = false;

  for (let start = 0, end = 0; start <= text.length; start = end + 1) {
    number++;
    end = text.indexOf('\n', start);
    end = end < 0 ? text.length : end;
    if (end === start) {
      isApart = true;
      if (open) {
        open.afterEmpty = true;
      }
      continue;
    }
    const { fenced, commented } = marked?.[number - 1] ?? shown;
    const isShown = !fenced && !commented;
    const usual = isShown ? usualEntry(text, start, end, number) : undefined;
    if (usual) {
      ({ entry } = usual);
      level = 0;
      isApart = isInList = false;
      open = usual.last && { key: usual.last, indent: 0, isSection: false, afterEmpty: false };
      decisions.push(entry);
      ids.add(entry.id);
      number += usual.lines - 1;
      end = usual.end - 1;
      continue;
    }
    const line = { text: text.slice(start, end), number, fenced, commented };
    others.push(line);
    const head = isShown ? decisionHead(line.text) : undefined;
    let kind = head && headKind(head, line.text, () => after(text, end));
    const without = isShown && !head ? unnumberedHead(line.text) : undefined;
    if (without) {
      entry = { id: unnumbered, ...without, line: number };
      level = headingOf(line.text)?.level ?? 0;
      open = undefined;
      isApart = isInList = false;
      decisions.push(entry);
      oddHeads.push(oddHead(number));
      continue;
    }
    if (head && kind === 'none' && (isApart || (isInList && head.isItem)) && isLoose(head)) {
      const { id, at, type, summary } = head;
      loose.push({ id, at, type, summary, line: number });
      open = undefined;
    } else {
      isApart = false;
    }
    if (head && kind === 'malformed' && ids.has(head.id)) {
      // A note about one that is there.
      kind = 'none';
    }
    if (head && kind === 'entry') {
      entry = { id: head.id, at: head.at, type: head.type, summary: head.summary, line: number };
      ({ level } = head);
      isInList = head.isItem;
      open = undefined;
      decisions.push(entry);
      ids.add(entry.id);
    }
    if (head && (kind === 'malformed' || (kind === 'entry' && !head.hasBar))) {
      oddHeads.push(oddHead(number));
    }
    if (kind === 'malformed') {
      entry = undefined;
    }
    isApart ||= !entry;
    if (!entry || kind === 'entry') {
      continue;
    }
    const heading = isShown ? headingOf(line.text) : undefined;
    if (heading) {
      isApart = true;
      const key = heading.level > level ? fieldNamed(heading.text) : undefined;
      open = key && { key, indent: -1, isSection: true, afterEmpty: false };
      // What follows another section is not about this decision.
      entry = !key && (level === 0 || heading.level <= level) ? undefined : entry;
      continue;
    }
    open = commented ? open : readLine(entry, line, open);
  }
  const inTables = decisionsInTables(others).filter(({ id }) => !ids.has(id));
  inTables.forEach(({ id }) => ids.add(id));
  const alone = loose.filter(({ id }) => !ids.has(id));
  const more = [...inTables, ...alone];
  const all = more.length > 0 ? [...decisions, ...more].sort(byPlace) : decisions;
  const problems = [
    ...conflictProblems(others),
    ...oddHeads,
    ...alone.map(({ line }) => oddHead(line)),
    ...decisionProblems(all),
    ...tornTail(lastLine(text, number, marked), decisions.at(-1), oddHeads),
  ];
  return { decisions: all, problems: byLine(problems) };
}

const shown = { fenced: false, commented: false };

/** Its lines keep their numbers. */
function withLineFeeds(document: string): string {
  const plain = document.startsWith('\uFEFF') ? document.slice(1) : document;
  return plain.includes('\r') ? plain.replace(/\r\n?/g, '\n') : plain;
}

/** The next lines. */
function after(text: string, end: number): string[] {
  const lines: string[] = [];
  for (let start = end + 1; lines.length < 3 && start <= text.length;) {
    const found = text.indexOf('\n', start);
    const next = found < 0 ? text.length : found;
    lines.push(text.slice(start, next));
    start = next + 1;
  }
  return lines;
}

function lastLine(
  text: string,
  number: number,
  marked: readonly MarkdownLine[] | undefined,
): MarkdownLine {
  const words = text.slice(text.lastIndexOf('\n') + 1);
  return marked?.at(-1) ?? { text: words, number, fenced: false, commented: false };
}

function byPlace(a: Decision, b: Decision): number {
  return a.line - b.line;
}

function oddHead(line: number): DocumentProblem {
  const message = msg('This looks like a decision, but is not "[time] D1: TYPE | summary".');
  return { code: 'malformed-entry', line, message };
}

/** Takes a field's line, or continues the open one; returns the field that is open afterwards. */
function readLine(entry: Entry, line: MarkdownLine, open: Open | undefined): Open | undefined {
  const { fenced } = line;
  // What a crash may leave of a file: nothing that anybody wrote.
  const text = line.text.includes('\0') ? line.text.replaceAll('\0', '') : line.text;
  const field = fenced || (open && isDeeper(text, open)) ? undefined : decisionField(text);
  if (field?.key) {
    setField(entry, field.key, field.value);
    return { key: field.key, indent: field.indent, isSection: false, afterEmpty: false };
  }
  if (!open || !goesOn(text, open, field !== undefined)) {
    return text.trim() === '' ? open : undefined;
  }
  addToField(entry, open.key, text.trim());
  return open;
}

/** Indented below its field, it belongs to it, whatever it looks like. */
function isDeeper(text: string, { indent, isSection }: Open): boolean {
  return !isSection && indentOf(text) > indent + 1;
}

function goesOn(text: string, open: Open, isOtherField: boolean): boolean {
  if (text.trim() === '' || /^(?:[<=>|]{7}|\s{0,3}(?:---|\*\*\*)\s*$)/.test(text)) {
    return false;
  }
  if (open.isSection || isDeeper(text, open)) {
    return true;
  }
  return !open.afterEmpty && !isOtherField && !/^\s{0,3}(?:[-*+]|\d{1,9}[.)])\s/.test(text);
}

/** Said twice, as after a merge, it is kept twice. */
function setField(entry: Entry, key: FieldKey, value: string): void {
  if (key === 'at' || key === 'type') {
    entry[key] = entry[key] === '' ? value.replace(/[`*]/g, '') : entry[key];
  } else {
    addToField(entry, key, value);
  }
}

function addToField(entry: Entry, key: FieldKey, value: string): void {
  if (key !== 'line' && key !== 'id' && key !== 'at' && key !== 'type') {
    const before = entry[key];
    entry[key] = before ? `${before}\n${value}`.trim() : value;
  }
}

/** The last line was cut off in the middle: it has no end, and what should follow is not there. */
function tornTail(
  tail: MarkdownLine,
  last: Decision | undefined,
  oddHeads: readonly DocumentProblem[],
): DocumentProblem[] {
  if (tail.text.trim() === '' || tail.fenced || tail.commented) {
    return [];
  }
  const isOdd = oddHeads.some(({ line }) => line === tail.number);
  const isCut =
    last !== undefined && last.line >= tail.number - 6 && missingFields(last).length > 0;
  const isHalfField = last !== undefined && /^-\s*[A-Za-z-]*$/.test(tail.text);
  return isOdd || isCut || isHalfField || /\0|\uFFFD$/.test(tail.text)
    ? [
        {
          code: 'torn-tail',
          line: tail.number,
          message: msg('The last entry seems to be cut off: what follows is added in a new line.'),
        },
      ]
    : [];
}
