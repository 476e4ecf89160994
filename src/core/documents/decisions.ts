// decisions.md -> entries and problems. Reads everything it can; rewrites nothing, ever.

import { decisionTypes } from './decisionTypes';
import type { Decision } from '../schemas/handover';
import type { Problem } from '../schemas/problem';
import { isTimestamp } from '../support/time';
import { type Message, msg } from '../support/message';
import { conflictMarkers, type MarkdownLine, markdownLines } from './markdownLines';

export type DocumentProblem = Omit<Problem, 'file'>;

export interface DecisionsDocument {
  /** In file order. */
  readonly decisions: readonly Decision[];
  readonly problems: readonly DocumentProblem[];
}

/**
 * `[2026-01-15T10:30:00Z] D12: USER_DECISION | summary`, also as a heading, a bullet or bold.
 * Neighbouring repeats share no character, so that no line takes longer than its length.
 */
const heading = /^[\s#*-]*\[([^\]]*)\][*\s]*D(\d{1,9})[*\s]*:[*\s]*([A-Za-z_]+)[*\s]*\|(.*)$/;
const headingLike = /^[\s#*-]*\[([^\]]*)\][*\s]*D\d{1,9}\b/;
const field = /^\s*[-*]\s+\**([A-Za-z][A-Za-z-]*)\**\s*:\**\s*(.*)$/;

const fieldNames: Readonly<Record<string, keyof Decision>> = {
  context: 'context',
  decision: 'decision',
  reason: 'reason',
  impact: 'impact',
  source: 'source',
  'steering-ref': 'steeringRef',
  supersedes: 'supersedes',
};

export function parseDecisions(document: string): DecisionsDocument {
  const lines = markdownLines(document);
  const decisions: Decision[] = [];
  const problems = conflictMarkers(lines).map(({ number }) =>
    problem('conflict-marker', number, msg('A merge left a conflict marker here: resolve it.')),
  );
  const firstLineOf = new Map<string, number>();
  let entry: { -readonly [K in keyof Decision]: Decision[K] } | undefined;
  let openField: keyof Decision | undefined;

  for (const line of lines) {
    // Most lines are fields: the cheap look first keeps a long log quick to read.
    const isCode = line.fenced || /^(?: {4}|\t)/.test(line.text);
    const mayStart = !isCode && line.text.includes('[') && /\bD\d/.test(line.text);
    const start = mayStart ? heading.exec(line.text) : null;
    if (start) {
      const [, at = '', seq = '', type = '', summary = ''] = start;
      entry = { id: `D${Number(seq)}`, at, type, summary: summary.trim(), line: line.number };
      openField = undefined;
      decisions.push(entry);
      problems.push(...headingProblems(entry, firstLineOf.get(entry.id)));
      firstLineOf.set(entry.id, firstLineOf.get(entry.id) ?? line.number);
      continue;
    }
    // A time is in the brackets; a task list has `[ ]` or `[x]` there.
    if (mayStart && /\d/.test(headingLike.exec(line.text)?.[1] ?? '')) {
      problems.push(
        problem(
          'malformed-entry',
          line.number,
          msg('This looks like a decision, but is not "[time] D1: TYPE | summary".'),
        ),
      );
      entry = undefined;
    }
    if (entry) {
      openField = readField(entry, line, openField);
    }
  }
  return { decisions, problems: problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
}

/** Takes a field's line, or continues the open one; returns the field that is open afterwards. */
function readField(
  entry: Record<string, unknown>,
  line: MarkdownLine,
  openField: keyof Decision | undefined,
): keyof Decision | undefined {
  const match = field.exec(line.text);
  const name = match && fieldNames[(match[1] ?? '').toLowerCase()];
  if (name) {
    entry[name] = (match[2] ?? '').trim();
    return name;
  }
  const belongs = line.text.trim() !== '' && !/^\s{0,3}(?:#{1,6}\s|[-*]\s|---)/.test(line.text);
  if (!openField || !belongs) {
    return undefined;
  }
  entry[openField] = `${String(entry[openField])}\n${line.text.trim()}`.trim();
  return openField;
}

function headingProblems(entry: Decision, earlierLine: number | undefined): DocumentProblem[] {
  const problems: DocumentProblem[] = [];
  if (!isTimestamp(entry.at)) {
    problems.push(
      problem('invalid-field', entry.line, msg('{0}: "{1}" is not a time.', entry.id, entry.at)),
    );
  }
  if (!decisionTypes.some((type) => type === entry.type)) {
    problems.push(
      problem(
        'unknown-type',
        entry.line,
        msg('{0}: the type {1} is not one of {2}.', entry.id, entry.type, decisionTypes.join(', ')),
      ),
    );
  }
  if (earlierLine !== undefined) {
    problems.push(
      problem(
        'duplicate-id',
        entry.line,
        msg('{0} is used twice: the other one is in line {1}.', entry.id, earlierLine),
      ),
    );
  }
  return problems;
}

function problem(code: Problem['code'], line: number, message: Message): DocumentProblem {
  return { code, line, message };
}
