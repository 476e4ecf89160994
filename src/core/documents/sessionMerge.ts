// Three versions of session.md become one: what Baton wrote last, what a person made of it, and what
// Baton would write now. Section by section, because a person may move them. Where both changed the
// same lines the person's stay, and what was not written is told.

import { diff3Merge } from 'node-diff3';
import { findField, findSection, contentOf, sessionOutline } from './sessionOutline';
import {
  headerNames,
  type HeaderName,
  nameOf,
  orderedParts,
  type SectionPath,
  sessionParts,
} from './sessionParts';
import { bodyIn, withHeader, withSection } from './sessionSplice';

export interface MergeConflict {
  readonly place: SectionPath | HeaderName;
  /** Of the lines of that section. */
  readonly offset: number;
  readonly kept: string;
  readonly notWritten: string;
}

export interface MergedSession {
  readonly text: string;
  readonly conflicts: readonly MergeConflict[];
}

export function mergeSessions(base: string, person: string, ours: string): MergedSession {
  const conflicts: MergeConflict[] = [];
  const outlines = [base, person, ours].map(sessionOutline);
  let text = person;
  for (const name of headerNames) {
    const [was, is, wanted] = outlines.map((each) => findField(each, name)?.value);
    if (wanted === was || wanted === is || wanted === undefined) {
      continue;
    }
    if (is === undefined || is === was || is === '') {
      text = withHeader(text, name, wanted);
    } else {
      conflicts.push({ place: name, offset: 0, kept: is, notWritten: wanted });
    }
  }
  for (const path of orderedParts) {
    const [was, is, wanted] = outlines.map((each) => bodyIn(each, path));
    if (wanted === undefined || wanted === was) {
      continue;
    }
    const isList = path === sessionParts.modifiedFiles;
    // A list that somebody took out is not wanted; without a next action nobody can go on.
    if (is === undefined && isList && was !== undefined) {
      continue;
    }
    const merged = isList
      ? mergedList(linesOf(was), linesOf(is), linesOf(wanted))
      : mergedBody(linesOf(was), linesOf(is), linesOf(wanted));
    text = withSection(text, path, merged.lines.join('\n'));
    conflicts.push(...merged.conflicts.map((conflict) => ({ ...conflict, place: path })));
  }
  return { text, conflicts };
}

/** 1-based, in that text. */
export function lineOfConflict(text: string, { place, offset }: MergeConflict): number {
  const outline = sessionOutline(text);
  if (typeof place === 'string') {
    return (findField(outline, place)?.at ?? 0) + 1;
  }
  const section = findSection(outline, place);
  return section ? contentOf(outline, section).from + offset + 1 : 1;
}

export function conflictSection({ place }: MergeConflict): string {
  return typeof place === 'string' ? place : nameOf(place);
}

interface MergedLines {
  readonly lines: readonly string[];
  readonly conflicts: readonly Omit<MergeConflict, 'place'>[];
}

/** Beyond that, comparing takes too long: then all of it counts as changed by the person. */
const mostLines = 2000;

function mergedBody(base: string[], person: string[], ours: string[]): MergedLines {
  if (isEqual(person, base) || person.length === 0) {
    return { lines: ours, conflicts: [] };
  }
  if (isEqual(person, ours)) {
    return { lines: person, conflicts: [] };
  }
  if (Math.max(base.length, person.length, ours.length) > mostLines) {
    return { lines: person, conflicts: [conflictOf(0, person, ours)] };
  }
  const lines: string[] = [];
  const conflicts: Omit<MergeConflict, 'place'>[] = [];
  for (const { ok, conflict } of diff3Merge(person, base, ours, { excludeFalseConflicts: true })) {
    lines.push(...(ok ?? []));
    if (conflict) {
      conflicts.push(conflictOf(lines.length, conflict.a, conflict.b));
      lines.push(...conflict.a);
    }
  }
  return { lines, conflicts };
}

function conflictOf(offset: number, kept: readonly string[], notWritten: readonly string[]) {
  return { offset, kept: kept.join('\n'), notWritten: notWritten.join('\n') };
}

/** A generated list: lines of the person stay, and what they took out stays out. */
function mergedList(base: string[], person: string[], ours: string[]): MergedLines {
  const [before, there, wanted] = [new Set(base), new Set(person), new Set(ours)];
  return {
    lines: [
      ...person.filter((line) => !before.has(line) || wanted.has(line)),
      ...ours.filter((line) => !there.has(line) && !before.has(line)),
    ],
    conflicts: [],
  };
}

function linesOf(body: string | undefined): string[] {
  return body === undefined || body === '' ? [] : body.split('\n');
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}
