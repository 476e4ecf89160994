import assert from 'node:assert/strict';
import { workflowStatus } from '../../../../src/core/detection/blockers/workflowStatus';

describe('an agent that says it is blocked', () => {
  const cases: readonly (readonly [message: string, expected: string | undefined])[] = [
    ['All done.', undefined],
    ['[WORKFLOW_STATUS] status: COMPLETED', 'other'],
    ['[WORKFLOW_STATUS] status: BLOCKED', 'other: The agent says that it is blocked'],
    [
      '[WORKFLOW_STATUS] status: BLOCKED - no Qt6 to build with',
      'build_error: no Qt6 to build with',
    ],
    [
      'I tried.\n\n[WORKFLOW_STATUS]\nstatus: BLOCKED\nreason: 3 tests fail\n',
      'test_failure: 3 tests fail',
    ],
    [
      '**[WORKFLOW_STATUS]** BLOCKED: the review asks for changes',
      'review_blocked: the review asks for changes',
    ],
    [
      '[WORKFLOW_STATUS]\n- status: BLOCKED\n- blocker: Cannot find package "zod"\nBye.',
      'dependency: Cannot find package "zod"',
    ],
    ['As an example:\n```\n[WORKFLOW_STATUS] status: BLOCKED\n```\nBye.', undefined],
    ['[WORKFLOW_STATUS] status: DONE, no longer BLOCKED', 'other'],
    ['[WORKFLOW_STATUS] status: DONE\nIt was\nBLOCKED before.', 'other'],
    ['[WORKFLOW_STATUS]\nstatus: DONE\nreason: it is no longer BLOCKED', 'other'],
    [
      '[WORKFLOW_STATUS]\nstatus: BLOCKED\ntype: design_issue\nreason: tests are unclear',
      'design_issue: tests are unclear',
    ],
    ['[WORKFLOW_STATUS] status: BLOCKED\n\n…\n\n[WORKFLOW_STATUS] status: COMPLETED', 'other'],
    ['Agents report [WORKFLOW_STATUS] status: BLOCKED when they are stuck.', undefined],
    ['[WORKFLOW_STATUS] status: IN_PROGRESS\nNothing is blocked.', 'other'],
  ];
  for (const [message, expected] of cases) {
    it(JSON.stringify(message), () => {
      const found = workflowStatus(message);
      const words = typeof found === 'object' ? `${found.type}: ${found.description}` : found;
      assert.equal(words, expected);
    });
  }

  it('takes a long message without delay of its own', () => {
    const bait = `${'-'.repeat(200_000)}[WORKFLOW_STATUS] ${'BLOCKED '.repeat(50_000)}`;
    assert.equal(workflowStatus(bait), undefined);
  });
});
