// decisions.md -> entries and problems. Reads everything it can; rewrites nothing, ever.

import type { Decision } from '../schemas/handover';
import { msg } from '../support/message';
import { isTimestamp } from '../support/time';
import { decisionField, type FieldKey, fieldNamed, usualField } from './decisionField';
import { type DecisionHead, decisionHead, mayBeHead } from './decisionHead';
import { decisionProblems, missingFields } from './decisionProblems';
import { decisionsInTables } from './decisionTable';
import { byLine, conflictProblems, type DocumentProblem } from './documentProblem';
import { indentOf } from './listItem';
import { headingOf, type MarkdownLine, markdownLines } from './markdownLines';

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
  const lines = markdownLines(document);
  const decisions: Entry[] = [];
  const oddHeads: DocumentProblem[] = [];
  const ids = new Set<string>();
  let entry: Entry | undefined;
  let level = 0;
  let open: Open | undefined;

  lines.forEach((line, index) => {
    const { text, number } = line;
    if (text === '') {
      if (open) {
        open.afterEmpty = true;
      }
      return;
    }
    const usual = entry && !line.fenced && !line.commented ? usualField(text) : undefined;
    if (entry && usual?.key) {
      setField(entry, usual.key, usual.value);
      open = { key: usual.key, indent: 0, isSection: false, afterEmpty: false };
      return;
    }
    const isShown = !line.fenced && !line.commented;
    const head = isShown && mayBeHead(text) ? decisionHead(text) : undefined;
    let kind = head && headKind(head, lines, index);
    if (head && kind === 'malformed' && ids.has(head.id)) {
      // A note about one that is there.
      kind = 'none';
    }
    if (head && kind === 'entry') {
      entry = { ...entryOf(head), line: number };
      ({ level } = head);
      open = undefined;
      decisions.push(entry);
      ids.add(entry.id);
    }
    if (head && (kind === 'malformed' || (kind === 'entry' && !head.hasBar))) {
      const message = msg('This looks like a decision, but is not "[time] D1: TYPE | summary".');
      oddHeads.push({ code: 'malformed-entry', line: number, message });
    }
    if (kind === 'malformed') {
      entry = undefined;
    }
    if (!entry || kind === 'entry') {
      return;
    }
    const heading = isShown ? headingOf(text) : undefined;
    if (heading) {
      const key = heading.level > level ? fieldNamed(heading.text) : undefined;
      open = key && { key, indent: -1, isSection: true, afterEmpty: false };
      // What follows another section is not about this decision.
      entry = !key && (level === 0 || heading.level <= level) ? undefined : entry;
      return;
    }
    open = line.commented ? open : readLine(entry, line, open);
  });
  const inTables = decisionsInTables(lines).filter(({ id }) => !ids.has(id));
  const all = inTables.length > 0 ? [...decisions, ...inTables].sort(byPlace) : decisions;
  const problems = [
    ...conflictProblems(lines),
    ...oddHeads,
    ...decisionProblems(all),
    ...tornTail(lines, decisions.at(-1), oddHeads),
  ];
  return { decisions: all, problems: byLine(problems) };
}

function byPlace(a: Decision, b: Decision): number {
  return a.line - b.line;
}

type HeadKind = 'entry' | 'malformed' | 'none';

/**
 * A mention of a decision is none: an entry has a type before a bar, or a time in front, or is a
 * heading, or its fields follow. A time in front of a bullet's number may be a note about it.
 */
function headKind(head: DecisionHead, lines: readonly MarkdownLine[], index: number): HeadKind {
  const { at, type, hasBar, isItem, level, isSetApart } = head;
  if (head.indent > 3) {
    return 'none';
  }
  const isTimed = isTimestamp(at);
  const isTyped = hasBar && (at !== '' || (isSetApart && /^[A-Z][A-Z_]{2,}$/.test(type)));
  if (
    isTyped ||
    (isTimed && (!isItem || type !== '')) ||
    (level > 0 && isSetApart) ||
    (isSetApart && hasFields(head, lines, index))
  ) {
    return 'entry';
  }
  return /\d/.test(at) && isTimeInFront(lines[index]?.text ?? '') ? 'malformed' : 'none';
}

function isTimeInFront(text: string): boolean {
  return /^[^Dd]{0,40}\[[^\]]{0,60}\d/.test(text);
}

function hasFields(
  { isItem, indent }: DecisionHead,
  lines: readonly MarkdownLine[],
  index: number,
) {
  const next = lines.slice(index + 1, index + 4).find(({ text }) => text.trim() !== '');
  const field = next && decisionField(next.text);
  return field?.key !== undefined && (!isItem || field.indent > indent);
}

function entryOf({ id, at, type, summary }: DecisionHead): Omit<Entry, 'line'> {
  return { id, at, type, summary };
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
  lines: readonly MarkdownLine[],
  last: Decision | undefined,
  oddHeads: readonly DocumentProblem[],
): DocumentProblem[] {
  const tail = lines.at(-1);
  if (!tail || tail.text.trim() === '' || tail.fenced || tail.commented) {
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
