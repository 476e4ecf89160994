// `[WORKFLOW_STATUS] … BLOCKED` in an agent's words, as the session protocol has agents report it.
// Pure.

import type { Blocker } from '../../schemas/blocker';
import { blockerTypes } from '../../schemas/blocker';
import { shortLine } from '../../support/plainText';

export interface BlockedStatus {
  readonly type: NonNullable<Blocker['type']>;
  readonly description: string;
}

/** How far below the marker its fields are. */
const mostLines = 20;
const longestMessage = 100_000;

/** The marker begins a line, so that words about the marker are none. */
const marker = /^[\s>*_#`-]{0,10}\[WORKFLOW_STATUS\]/;
const status = /\bBLOCKED\b/;
const field =
  /^[\s>*_-]{0,10}(reason|description|blocker|error|issue|detail|details|message|summary)[*_]{0,2}\s{0,3}[:=]\s{0,3}(.{1,2000})$/i;

/** What an agent says about the type in its own words; the first that fits. */
const typeWords: readonly (readonly [RegExp, BlockedStatus['type']])[] = [
  [/merge conflict|unmerged/i, 'merge_conflict'],
  [/\bCI\b|pipeline|workflow run|github actions/i, 'ci_failure'],
  [/review/i, 'review_blocked'],
  [
    /dependenc|missing (?:package|module)|cannot find (?:package|module)|could not find|vcpkg|not installed|\binstall\b/i,
    'dependency',
  ],
  [/\btests?\b|\bspecs? fail/i, 'test_failure'],
  [/build|compil|link(?:er|ing)? error|\bLNK\d+|type ?check/i, 'build_error'],
  [/design|architect|requirement|ambigu/i, 'design_issue'],
];

/** The last report counts: an agent may have got past an earlier one. */
export function blockedStatus(message: string): BlockedStatus | undefined {
  const lines = message.slice(-longestMessage).split(/\r\n|\n|\r/);
  const at = lines.findLastIndex((line) => marker.test(line));
  if (at < 0) {
    return undefined;
  }
  const end = lines.findIndex((line, index) => index > at && /^\s{0,3}```/.test(line));
  const report = lines.slice(at, end < 0 ? at + mostLines : Math.min(end, at + mostLines));
  if (!report.some((line) => status.test(line))) {
    return undefined;
  }
  const description = descriptionOf(report);
  return { type: typeOf(report, description), description };
}

function descriptionOf(report: readonly string[]): string {
  const told = report.map((line) => field.exec(line)?.[2]).find(Boolean);
  // All in one line: `[WORKFLOW_STATUS] status: BLOCKED - no Qt6 here`.
  const [first = '', ...others] = report.map((line) =>
    line.replace(marker, '').replace(/^[\s*_>-]*(?:status\s*[:=]\s*)?[*_]*BLOCKED\b[*_]*/i, ''),
  );
  const rest = [first, ...others].map((line) => line.replace(/^[\s:;,.|–—>*_-]+/, '').trim());
  return shortLine(told ?? rest.find(Boolean) ?? 'The agent says that it is blocked', 500);
}

function typeOf(report: readonly string[], description: string): BlockedStatus['type'] {
  const whole = report.join('\n');
  const named = blockerTypes.find((type) => new RegExp(`\\b${type}\\b`).test(whole));
  return named ?? typeWords.find(([words]) => words.test(description))?.[1] ?? 'other';
}
