// An entry of decisions.md exactly as the format has it. A long log consists of these, so they are
// read by their places in the text, in one function without a loop: that takes a third of the time of
// patterns, of which nothing is compiled yet when a command starts. What is written in any other way
// is left to the careful reader.

import type { Decision } from '../schemas/handover';
import { decisionTypes } from './decisionTypes';

export interface UsualEntry {
  readonly entry: Decision;
  /** Where the line after it begins, and how many lines it has. */
  readonly end: number;
  readonly lines: number;
  /** The field in its last line; undefined where it has none. */
  readonly last: 'context' | 'decision' | 'reason' | 'impact' | 'source' | undefined;
}

const types = new Map<string, string>(decisionTypes.map((type) => [type, type]));

/**
 * The one that begins with the line from `start` to `end`, which has that number. `text` has no other
 * line breaks than line feeds.
 */
export function usualEntry(
  text: string,
  start: number,
  end: number,
  line: number,
): UsualEntry | undefined {
  const entry = headOf(text.slice(start, end), line);
  if (!entry) {
    return undefined;
  }
  let last: UsualEntry['last'];
  let lines = 1;
  let next = end + 1;
  let close: number;
  if (text.startsWith('- Context: ', next) && (close = text.indexOf('\n', next)) > 0) {
    entry.context = text.slice(next + 11, close).trim();
    last = 'context';
    lines++;
    next = close + 1;
  }
  if (text.startsWith('- Decision: ', next) && (close = text.indexOf('\n', next)) > 0) {
    entry.decision = text.slice(next + 12, close).trim();
    last = 'decision';
    lines++;
    next = close + 1;
  }
  if (text.startsWith('- Reason: ', next) && (close = text.indexOf('\n', next)) > 0) {
    entry.reason = text.slice(next + 10, close).trim();
    last = 'reason';
    lines++;
    next = close + 1;
  }
  if (text.startsWith('- Impact: ', next) && (close = text.indexOf('\n', next)) > 0) {
    entry.impact = text.slice(next + 10, close).trim();
    last = 'impact';
    lines++;
    next = close + 1;
  }
  if (text.startsWith('- Source: ', next) && (close = text.indexOf('\n', next)) > 0) {
    entry.source = text.slice(next + 10, close).trim();
    last = 'source';
    lines++;
    next = close + 1;
  }
  return { entry, end: next, lines, last };
}

/** `[2026-01-15T10:30:00Z] D12: USER_DECISION | summary`, without marks of bold or struck words. */
function headOf(head: string, line: number): Decision | undefined {
  const timeEnd = head.startsWith('[') ? head.indexOf('] D') : -1;
  const numberEnd = timeEnd < 0 ? -1 : head.indexOf(': ', timeEnd);
  const typeEnd = numberEnd < 0 ? -1 : head.indexOf(' | ', numberEnd);
  if (typeEnd < 0) {
    return undefined;
  }
  const at = head.slice(1, timeEnd);
  const digits = head.slice(timeEnd + 3, numberEnd);
  const type = types.get(head.slice(numberEnd + 2, typeEnd));
  const summary = head.slice(typeEnd + 3);
  const isUsual =
    at.length <= 40 &&
    !/[^\dTZ:.+-]/.test(at) &&
    at.charAt(4) === '-' &&
    /^(?:0|[1-9]\d{0,14})$/.test(digits) &&
    summary !== '' &&
    !/^[\s|]|[*~_]/.test(summary);
  return type && isUsual
    ? { id: `D${digits}`, at, type, summary: summary.trimEnd(), line }
    : undefined;
}
