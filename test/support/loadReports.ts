import type { Finding, LoadReport } from '../../src/core/load/loadReport';
import { msg } from '../../src/core/support/message';

export const savedState: NonNullable<LoadReport['state']> = {
  mode: 'quick',
  saved_at: '2026-01-15T14:30:00Z',
  git_branch: 'feature/user-auth',
  openspec: null,
  working_on: 'User authentication\nwith details',
  next_steps: ['Write tests'],
  task_progress: { completed: 5, total: 12, percentage: 42 },
};

export const branchMismatch: Finding = {
  code: 'BRANCH_MISMATCH',
  severity: 'error',
  detail: msg('Saved on {0}, but this is {1}.', 'feature/user-auth', 'main'),
  actions: [
    { id: 'switch-branch', title: msg('Switch to {0}', 'feature/user-auth') },
    { id: 'continue-here', title: msg('Continue on {0}', 'main') },
    { id: 'start-new', title: msg('Start a new session') },
  ],
};

export const uncommitted: Finding = {
  code: 'UNCOMMITTED_CHANGES',
  severity: 'warning',
  detail: msg('Not committed: a.ts.'),
  points: [msg('Only the first counts.')],
  actions: [
    { id: 'commit', title: msg('Commit them as a checkpoint') },
    { id: 'stash', title: msg('Stash them') },
  ],
};

export const blocked: Finding = {
  code: 'BLOCKER_EXISTS',
  severity: 'warning',
  detail: msg('Blocked by test_failure'),
  actions: [{ id: 'solve-blocker', title: msg('It is solved') }],
};

export const allValid: Finding = {
  code: 'ALL_VALID',
  severity: 'info',
  detail: msg('Everything is as it was saved.'),
  actions: [],
};

/** A restored session that is as it was saved, with what a test is about. */
export function reportWith(parts: Partial<LoadReport>): LoadReport {
  return {
    status: 'restored',
    findings: [allValid],
    state: savedState,
    change: undefined,
    warnings: [],
    isForeign: false,
    resumed: false,
    did: [],
    interrupted: [],
    ...parts,
  };
}

export const newSession = reportWith({
  status: 'new',
  findings: [],
  state: null,
  interrupted: [
    {
      kind: 'openspec',
      id: '00031',
      title: 'Show $(bug) berths',
      detail: msg('{0}/{1} tasks', 3, 8),
    },
    { kind: 'branch', id: 'feature/x', title: 'Half a form', detail: msg('4 checkpoints') },
  ],
});
