// What of a project's own file is searched, and in which units: a handover or a context as a whole, a
// decision by itself. Pure.

import path from 'node:path';
import { parseDecisions } from '../documents/decisions';
import { isRecord } from '../transcript/lineValues';
import type { SearchKind } from './searchFile';
import { shownLines, shownText } from './shownText';

export interface DocumentUnit {
  readonly text: string;
  /** Its first line, from 1, and how many it has. */
  readonly line: number;
  readonly lines: number;
  /** Seconds. */
  readonly at: number;
}

export interface DocumentFile {
  readonly path: string;
  readonly kind: SearchKind;
  /** Milliseconds. */
  readonly changedAt: number;
}

export function documentUnits(file: DocumentFile, content: string): DocumentUnit[] {
  const text = shownLines(content);
  const lines = text.split('\n').length;
  switch (file.kind) {
    case 'decisions':
      return decisionUnits(text, file.changedAt);
    case 'contexts':
      return [
        { text: wordsOfJson(text), line: 1, lines, at: savedAt(text) ?? seconds(file.changedAt) },
      ];
    default:
      return [{ text, line: 1, lines, at: dateOf(file.path) ?? seconds(file.changedAt) }];
  }
}

function decisionUnits(text: string, changedAt: number): DocumentUnit[] {
  const lines = text.split('\n');
  const entries = parseDecisions(text).decisions.toSorted((a, b) => a.line - b.line);
  const unit = (line: number, end: number, at: number): DocumentUnit => ({
    text: lines.slice(line - 1, end - 1).join('\n'),
    line,
    lines: end - line,
    at,
  });
  const first = entries[0]?.line ?? lines.length + 1;
  const head = first > 1 ? [unit(1, first, seconds(changedAt))] : [];
  return [
    ...head,
    ...entries.map(({ line, at }, index) =>
      unit(line, entries[index + 1]?.line ?? lines.length + 1, toSeconds(at) ?? seconds(changedAt)),
    ),
  ];
}

/** What it says, without the names of its fields. */
function wordsOfJson(text: string): string {
  const words: string[] = [];
  const collect = (value: unknown, depth: number): void => {
    if (typeof value === 'string') {
      words.push(value);
    } else if (Array.isArray(value) && depth > 0) {
      value.forEach((each) => {
        collect(each, depth - 1);
      });
    } else if (isRecord(value) && depth > 0) {
      Object.values(value).forEach((each) => {
        collect(each, depth - 1);
      });
    }
  };
  try {
    const value: unknown = JSON.parse(text);
    // What a session knew of another project is not this one's.
    collect(isRecord(value) ? { ...value, elsewhere: undefined } : value, 12);
    return shownText(words.join('\n'));
  } catch {
    return text;
  }
}

function savedAt(text: string): number | undefined {
  return toSeconds(/"saved_at":\s*"([^"]{1,40})"/.exec(text)?.[1]);
}

/** Archives are named after their day. */
function dateOf(file: string): number | undefined {
  return toSeconds(/^(\d{4}-\d{2}-\d{2})(?:-\d+)?\.md$/.exec(path.basename(file))?.[1]);
}

function toSeconds(time: string | undefined): number | undefined {
  const parsed = time === undefined ? NaN : Date.parse(time);
  return Number.isFinite(parsed) && parsed > 0 ? seconds(parsed) : undefined;
}

function seconds(milliseconds: number): number {
  return Math.max(0, Math.floor(milliseconds / 1000));
}
