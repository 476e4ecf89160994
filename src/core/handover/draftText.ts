// What a draft makes of session.md, and which part of that is Baton's own. Pure.

import { notStated } from '../documents/decisionProblems';
import { withAddedDecisions } from '../documents/keyDecisions';
import { saysNothing } from '../documents/listItem';
import { type MergeConflict, mergeSessions } from '../documents/sessionMerge';
import { autoDraft, type SectionPath, sessionParts } from '../documents/sessionParts';
import {
  headerValue,
  newSession,
  sectionBody,
  withHeader,
  withSection,
} from '../documents/sessionSplice';
import type { Decision } from '../schemas/handover';
import { decisionLine, exceptionLine, resumeSteps, unnamed } from './handoverLines';

export interface DraftChanges {
  readonly date: string;
  readonly branch: string | undefined;
  /** For a header that does not say it yet; undefined leaves that as it is. */
  readonly goal: string | undefined;
  /** undefined leaves the one that is there. */
  readonly next: string | undefined;
  /** Where there is none at all. */
  readonly nextIfNone: string | undefined;
  /** Lines of a list; undefined where nobody knows which files were modified. */
  readonly files: readonly string[] | undefined;
  readonly accomplished: readonly string[];
  readonly decisions: readonly Decision[];
  readonly exceptions: readonly Decision[];
}

export interface DraftedText {
  readonly text: string;
  /** The same without the words of people: the base of the next merge. */
  readonly version: string;
  readonly conflicts: readonly MergeConflict[];
}

export function isDraft(text: string): boolean {
  return headerValue(text, 'Mode')?.toLowerCase() === autoDraft;
}

/** `base` is what Baton wrote last; where nobody knows, the marker says what is Baton's. */
export function draftedText(
  person: string | undefined,
  base: string | undefined,
  known: DraftChanges,
): DraftedText {
  const changes = {
    ...known,
    goal: hasGoal(person ?? '') ? undefined : (known.goal ?? notStated),
  };
  if (person === undefined || person.trim() === '') {
    const empty = newSession({ header: {}, sections: {} });
    const text = marked(resumed(grown(replaced(empty, changes), changes, empty), empty, empty));
    return { text, version: text, conflicts: [] };
  }
  const from = base ?? (isDraft(person) ? person : withoutGenerated(person));
  const ours = replaced(from, changes);
  const merged = mergeSessions(from, person, ours);
  return {
    text: marked(resumed(grown(merged.text, changes, from), from, base)),
    version: marked(resumed(grown(ours, changes, from), from, base)),
    conflicts: merged.conflicts,
  };
}

function marked(text: string): string {
  return withHeader(text, 'Mode', autoDraft);
}

/** In a polished file that Baton did not write, these are a person's as all else is. */
function withoutGenerated(person: string): string {
  return withSection(
    withSection(person, sessionParts.nextAction, ''),
    sessionParts.modifiedFiles,
    '',
  );
}

/** The parts that a draft renews. */
function replaced(text: string, changes: DraftChanges): string {
  const { next, nextIfNone, files } = changes;
  const headed = withHeaders(text, changes);
  const action = next ?? (sectionBody(text, sessionParts.nextAction) ? undefined : nextIfNone);
  const aimed =
    action === undefined ? headed : withSection(headed, sessionParts.nextAction, action);
  return files === undefined
    ? aimed
    : withSection(aimed, sessionParts.modifiedFiles, files.join('\n'));
}

/**
 * Steps that lead to what is there now. Those of a person stay, also where only a word of ours was
 * changed, and what they took out stays out.
 */
function resumed(text: string, from: string, base: string | undefined): string {
  const body = sectionBody(text, sessionParts.resume) ?? '';
  const known =
    base === undefined && body !== ''
      ? stepsTo(from, '')
      : (sectionBody(from, sessionParts.resume) ?? '');
  return body === known ? withSection(text, sessionParts.resume, stepsTo(text, body)) : text;
}

function stepsTo(text: string, body: string): string {
  const next = sectionBody(text, sessionParts.nextAction) ?? '';
  return resumeSteps(body, headerValue(text, 'Branch'), next);
}

function withHeaders(text: string, { date, branch, goal }: DraftChanges): string {
  const dated = withHeader(text, 'Generated', date);
  const headed = branch === undefined ? dated : withHeader(dated, 'Branch', branch);
  return goal === undefined || hasGoal(text) ? headed : withHeader(headed, 'Session Goal', goal);
}

function hasGoal(text: string): boolean {
  return ![undefined, '', notStated].includes(headerValue(text, 'Session Goal'));
}

/** The parts to which a draft only adds: what is there, or was and a person took it out, is not. */
function grown(text: string, changes: DraftChanges, known: string): string {
  const there = new Set([text, known].flatMap((each) => each.split(/\r\n|\n|\r/).map(itemOf)));
  const work = changes.accomplished.filter((line, index, all) => {
    return !there.has(itemOf(line)) && all.indexOf(line) === index;
  });
  const decisions = unnamed(changes.decisions, text, known).map((each) =>
    decisionLine(each, each.id),
  );
  const exceptions = unnamed(changes.exceptions, text, known).map((each) =>
    exceptionLine(each, each.id),
  );
  const body = (of: string, path: SectionPath) => sectionBody(of, path) ?? '';
  const decided = withSection(
    text,
    sessionParts.keyDecisions,
    withAddedDecisions(body(text, sessionParts.keyDecisions), decisions),
  );
  const excepted = withItems(decided, sessionParts.steeringExceptions, exceptions);
  return withItems(excepted, sessionParts.accomplished, work);
}

function itemOf(line: string): string {
  return line.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+/, '').trim();
}

function withItems(text: string, path: SectionPath, items: readonly string[]): string {
  if (items.length === 0) {
    return text;
  }
  const written = sectionBody(text, path) ?? '';
  const body = saysNothing(written) ? '' : written;
  const last = body.split('\n').at(-1) ?? '';
  // Behind a paragraph or a table a list needs a blank line.
  const isApart = /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(last);
  const before = body === '' ? [] : isApart ? [body] : [body, ''];
  return withSection(text, path, [...before, ...items].join('\n'));
}
