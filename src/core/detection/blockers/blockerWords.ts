// How a detected blocker is described, how much it weighs, and who may recover it. What is written to
// the file is English, because agents and other machines read it.

import type { Blocker } from '../../schemas/blocker';
import { shortLine } from '../../support/plainText';
import type { Cause } from './ecosystem';

type BlockerType = NonNullable<Blocker['type']>;

/** Those of the session protocol. */
export const recoveryAgents: Readonly<Record<BlockerType, string | null>> = {
  build_error: 'cpp-builder',
  test_failure: 'tester',
  dependency: 'cpp-builder',
  design_issue: 'architect',
  review_blocked: 'code-editor',
  ci_failure: 'devops',
  merge_conflict: null,
  other: null,
};

export const severities: Readonly<Record<Cause, NonNullable<Blocker['severity']>>> = {
  build_error: 'high',
  test_failure: 'high',
  dependency: 'high',
  design_issue: 'high',
  review_blocked: 'medium',
  ci_failure: 'high',
  merge_conflict: 'high',
  other: 'medium',
  lint: 'low',
  mistake: 'low',
  failed: 'medium',
  none: 'low',
};

const titles: Readonly<Record<Cause, string>> = {
  build_error: 'Build fails',
  test_failure: 'Tests fail',
  dependency: 'Dependency problem',
  design_issue: 'Design issue',
  review_blocked: 'Review asks for changes',
  ci_failure: 'CI fails',
  merge_conflict: 'Merge conflict',
  other: 'Command fails',
  lint: 'Lint or format check fails',
  mistake: 'Command is not understood',
  failed: 'Command fails',
  none: 'Nothing',
};

export interface Words {
  /** The line that names the fault; undefined where only a count is known. */
  readonly line: string | undefined;
  /** How a runner counts its failures, where it does. */
  readonly summary: string | undefined;
  readonly command: string;
}

export function describe(cause: Cause, { line, summary, command }: Words): string {
  const failures = cause === 'test_failure' ? countIn(summary ?? '') : undefined;
  const title =
    failures === undefined
      ? titles[cause]
      : failures === '1'
        ? '1 test fails'
        : `${failures} tests fail`;
  const fault = line ?? (failures === undefined ? summary : undefined);
  return `${title}: ${shortLine(fault === undefined ? command : withoutMarks(fault), 400)}`;
}

/** "1 failed", "2 failing", "FAILED (failures=3)", "ℹ fail 1". */
function countIn(summary: string): string | undefined {
  const found =
    /\b([1-9]\d{0,6}) (?:tests? )?fail(?:ed|ing|ures?)?\b/i.exec(summary) ??
    /\bfail(?:ed|ures?)?[:=]? +?=?([1-9]\d{0,6})\b/i.exec(summary) ??
    /\bfail(?:ed|ures?)=([1-9]\d{0,6})\b/i.exec(summary);
  return found?.[1];
}

/** The name of a failing test, as its runner puts it. */
export function isTestTitle(line: string): boolean {
  return /^\s*(?:[●✖✗✘×✕] |not ok \d|--- FAIL: |FAILED \S+::|FAIL +\S.{0,200} > |test .{1,300} FAILED$|\d+\) )/.test(
    line,
  );
}

function withoutMarks(line: string): string {
  const plain = line
    .replace(/^[\s●✖✗✘×✕ℹ#=*>_-]+/, '')
    .replace(/^CONFLICT \([^)]*\): (?:Merge conflict )?/, '')
    .replace(/^(?:not ok \d+ -? ?|FAIL(?:ED)?:? +|\d+\) )/, '')
    .replace(/ \([\d.]+ ?m?s\)$|[\s=*_-]+$/, '');
  return plain === '' ? line : plain;
}
