import assert from 'node:assert/strict';
import { findingsOf, type LoadFacts } from '../../../src/core/load/findings';
import type { GitFacts } from '../../../src/core/load/gitFacts';
import { mayBeBranch } from '../../../src/core/load/gitFindings';
import type { OpenSpecChange } from '../../../src/core/openSpec';
import { msg, render } from '../../../src/core/support/message';

const git: GitFacts = {
  branch: 'main',
  commit: 'abc1234',
  pushed: false,
  relation: { kind: 'same' },
  uncommitted: [],
  unmerged: [],
  operation: undefined,
};

const change: OpenSpecChange = {
  id: '27',
  name: '27-login',
  directory: 'openspec/changes/27-login',
  title: 'Log in',
  archived: false,
  hasProposal: true,
  tasks: [],
  tasksFile: undefined,
};

const facts: LoadFacts = {
  state: { git_branch: 'main', git_commit: 'abc1234', openspec: '27' },
  broken: undefined,
  violations: [],
  blockers: [],
  git,
  change,
  missingFiles: [],
  isForeign: false,
  isShared: false,
};

const found = (changed: Partial<LoadFacts>) =>
  findingsOf({ ...facts, ...changed }).map(
    ({ code, severity, actions }) => `${severity} ${code} ${actions.map(({ id }) => id).join(' ')}`,
  );
const withGit = (changed: Partial<GitFacts>) => ({ git: { ...git, ...changed } });

describe('findingsOf', () => {
  const cases: [what: string, facts: Partial<LoadFacts>, findings: string[]][] = [
    ['nothing', {}, ['info ALL_VALID ']],
    ['no repository', { git: undefined, state: { git_branch: 'x' } }, ['info ALL_VALID ']],
    [
      'another branch',
      withGit({ branch: 'other' }),
      ['error BRANCH_MISMATCH switch-branch continue-here start-new'],
    ],
    [
      'another branch, in a state that is tracked',
      { ...withGit({ branch: 'other' }), isForeign: true },
      ['error BRANCH_MISMATCH continue-here start-new'],
    ],
    [
      'a detached HEAD',
      withGit({ branch: null }),
      ['error BRANCH_MISMATCH switch-branch continue-here start-new'],
    ],
    [
      'commits ahead',
      withGit({ relation: { kind: 'ahead', by: 2 } }),
      ['warning COMMIT_MISMATCH continue-here start-new'],
    ],
    [
      'an unknown commit',
      withGit({ relation: { kind: 'unknown' } }),
      ['error COMMIT_MISMATCH continue-here start-new'],
    ],
    ['changes', withGit({ uncommitted: ['a'] }), ['warning UNCOMMITTED_CHANGES commit stash']],
    [
      'no OpenSpec change',
      { change: undefined },
      ['warning OPENSPEC_NOT_FOUND start-new continue-here'],
    ],
    [
      'an archived change',
      { change: { ...change, archived: true } },
      ['warning OPENSPEC_NOT_FOUND start-new continue-here'],
    ],
    [
      'no proposal',
      { change: { ...change, hasProposal: false } },
      ['warning PROPOSAL_MISSING start-new'],
    ],
    ['missing files', { missingFiles: ['a'] }, ['warning FILE_MISSING continue-here start-new']],
    ['blockers', { blockers: [{}, {}] }, ['warning BLOCKER_EXISTS solve-blocker']],
    [
      'two violations',
      { violations: [1, 2].map((each) => ({ field: '', message: msg('{0}', each) })) },
      [
        'error INTEGRITY_ERROR continue-here start-new',
        'error INTEGRITY_ERROR continue-here start-new',
      ],
    ],
    [
      'a broken file',
      { state: null, broken: { reason: msg('It is empty.'), hasBackup: false } },
      ['error INTEGRITY_ERROR start-new'],
    ],
    [
      'a broken file with a backup',
      { state: null, broken: { reason: msg('It is empty.'), hasBackup: true } },
      ['error INTEGRITY_ERROR restore-backup start-new'],
    ],
    [
      'a backup in place of a broken file',
      { broken: { reason: msg('It is empty.'), hasBackup: true } },
      ['warning INTEGRITY_ERROR restore-backup start-new'],
    ],
  ];
  for (const [what, changed, findings] of cases) {
    it(`tells of ${what}`, () => {
      assert.deepEqual(found(changed), findings);
    });
  }

  it('never prints more of a text than fits a line', () => {
    const long = 'x'.repeat(10_000);
    const [blocked, branch] = findingsOf({
      ...facts,
      state: { ...facts.state, git_branch: `${long}\u001b` },
      blockers: [{ description: `${long}\nsecond line` }],
    });
    assert.ok(blocked && render(blocked.detail).length < 300);
    assert.ok(branch && render(branch.detail).length < 300);
  });

  it('knows what cannot be the name of a branch', () => {
    for (const name of ['main', 'feature/login', 'a.b', '기능/로그인', 'a-b', 'a@b']) {
      assert.ok(mayBeBranch(name), name);
    }
    for (const name of ['', '-', '--force', '@', '@{-1}', '/a', 'a//b', 'a..b', 'a b', 'a\tb']) {
      assert.ok(!mayBeBranch(name), name);
    }
  });
});
