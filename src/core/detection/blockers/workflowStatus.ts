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
const bareStatus =
  /^[\s*_`"':|>–—-]{0,20}(?:status[*_]{0,2}\s{0,3}[:=][\s*_`"']{0,5})?([A-Z][A-Z_]{2,30})\b/;
const statusField = /^[\s>*_-]{0,10}status[*_]{0,2}\s{0,3}[:=][\s*_`"']{0,5}([A-Za-z_]{2,30})\b/i;
const blockedLine = /^[\s>*_-]{0,10}(BLOCKED)\b/;
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

/**
 * The last report counts: an agent may have got past an earlier one. `other` is any status but
 * BLOCKED; undefined where there is no report.
 */
export function workflowStatus(message: string): BlockedStatus | 'other' | undefined {
  const report = lastReport(message);
  if (!report) {
    return undefined;
  }
  if (statusOf(report) !== 'BLOCKED') {
    return 'other';
  }
  const description = descriptionOf(report);
  return { type: typeOf(report, description), description };
}

/** Whether the last report says that the pipeline does not go on by itself. */
export function isStoppedPipeline(message: string): boolean {
  return /^(?:STOPPED|PAUSED|BLOCKED|HALTED)$/.test(statusOf(lastReport(message) ?? []));
}

function lastReport(message: string): string[] | undefined {
  const lines = outsideFences(message.slice(-longestMessage).split(/\r\n|\n|\r/));
  const at = lines.findLastIndex((line) => marker.test(line));
  return at < 0 ? undefined : lines.slice(at, at + mostLines);
}

/** Behind the marker, or the first that a line below it gives. */
function statusOf([first = '', ...others]: readonly string[]): string {
  const own = bareStatus.exec(first.replace(marker, ''))?.[1];
  const below = others.map((line) => (statusField.exec(line) ?? blockedLine.exec(line))?.[1]);
  return (own ?? below.find(Boolean) ?? '').toUpperCase();
}

/** What is quoted as code is an example, or a log. */
function outsideFences(lines: readonly string[]): string[] {
  let fence = '';
  return lines.filter((line) => {
    const [, mark = ''] = /^\s{0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== '') {
      fence = mark.startsWith(fence) ? '' : fence;
      return false;
    }
    fence = mark;
    return mark === '';
  });
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
