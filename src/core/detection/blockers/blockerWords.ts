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

export function describe(cause: Cause, line: string): string {
  return `${titles[cause]}: ${shortLine(line)}`;
}
