import assert from 'node:assert/strict';
import { projectPaths } from '../../../src/core/projectPaths';
import type { Snapshot } from '../../../src/core/snapshot';
import { msg } from '../../../src/core/support/message';
import { blockersTree } from '../../../src/extension/views/blockersTree';
import { decisionsTree } from '../../../src/extension/views/decisionsTree';
import { handoversTree } from '../../../src/extension/views/handoversTree';
import { problemNotice } from '../../../src/extension/views/problemNodes';
import { sessionTree } from '../../../src/extension/views/sessionTree';
import { statusText } from '../../../src/extension/views/statusText';
import { situationOf } from '../../../src/extension/views/welcome';
import { decision, handoverWith } from '../../support/handovers';
import { allNodes, inEnglish, outline, snapshotWith } from '../../support/snapshots';

const state: NonNullable<Snapshot['state']> = {
  mode: 'sync',
  saved_at: '2026-01-15T14:30:00Z',
  git_branch: 'feature/user-auth',
  git_commit: 'abc1234def',
  git_pushed: true,
  openspec: '00027',
  openspec_status: 'IN_PROGRESS',
  working_on: 'User authentication\nwith details',
  next_steps: ['Write tests', 'Build the login form'],
  completed_tasks: ['User model'],
  pending_tasks: ['Login form'],
  task_progress: { completed: 5, total: 12, percentage: 42 },
};
const blocker = {
  type: 'build_error',
  severity: 'critical',
  description: 'CMake cannot find Qt6',
  error_pattern: 'Could NOT find Qt6',
  detected_at: '2026-01-15T13:00:00Z',
  recovery_agent: 'cpp-builder',
  recovery_attempted: 1,
  max_recovery_attempts: 3,
} as const;
describe('Session view', () => {
  it('shows where the work stands', () => {
    assert.deepEqual(outline(sessionTree(snapshotWith({ state }), inEnglish)), [
      '(target) User authentication',
      '(checklist) 5/12 · 42 % | tasks',
      '  [x] User model',
      '  [ ] Login form',
      '(list-ordered) Next steps | 2',
      '  Write tests',
      '  Build the login form',
      '(save) Saved 30 minutes ago | pushed',
      '(git-branch) feature/user-auth | abc1234',
      '(book) OpenSpec #00027 | IN_PROGRESS',
    ]);
  });

  it('shows what the agent knew', () => {
    const context = {
      meta: { saved_at: '2026-01-15T14:00:00Z' },
      goal: { original_request: 'Add login', current_objective: 'Tests' },
      progress: { done: ['a'], current: ['b'], pending: ['c'] },
      decisions: [{ what: 'Sessions', why: 'simple' }],
      discoveries: [{ file: 'src/a.ts', insight: 'slow' }],
      state: { recent_files: ['src/a.ts'], blockers: ['x'], errors: ['E1'] },
    };
    assert.deepEqual(outline(sessionTree(snapshotWith({ context }), inEnglish)), [
      '(archive) Agent context | 1 hour ago',
      '  Request | Add login',
      '  Objective | Tests',
      '  (sync) In progress | 1',
      '    b',
      '  (circle-large-outline) Pending | 1',
      '    c',
      '  (pass) Done | 1',
      '    a',
      '  (law) Decisions | 1',
      '    Sessions (simple)',
      '  (lightbulb) Discoveries | 1',
      '    src/a.ts: slow',
      '  (file) Recent files | 1',
      '    src/a.ts',
      '  (warning) Blockers | 1',
      '    x',
      '  (error) Errors | 1',
      '    E1',
    ]);
  });

  it('puts problems first, offers the backup where there is one, and counts the rest', () => {
    const problems = Array.from({ length: 7 }, (_, index) => ({
      code: 'invalid-json' as const,
      file: '.claude/session-state.json',
      line: index + 1,
      message: msg('It is broken.'),
      restorable: index === 0,
    }));
    const nodes = sessionTree(snapshotWith({ state, problems }), inEnglish);
    assert.deepEqual(outline(nodes).slice(0, 8), [
      ...[1, 2, 3, 4, 5].map((line) => `(warning) session-state.json:${line} | It is broken.`),
      '(warning) More problems | 2',
      '  (warning) session-state.json:6 | It is broken.',
      '  (warning) session-state.json:7 | It is broken.',
    ]);
    assert.deepEqual(
      nodes.slice(0, 2).map(({ kind }) => kind),
      ['problem.restorable', 'problem'],
    );
    assert.deepEqual(nodes[0]?.target, { file: '/project/.claude/session-state.json', line: 1 });
  });

  it('says in whole sentences above the rows when a file cannot be used', () => {
    const file = '.claude/session-state.json';
    const grave = { code: 'invalid-json', file, message: msg('It is broken.') } as const;
    const slight = { code: 'invalid-field', file, message: msg('A field is odd.') } as const;
    assert.equal(
      problemNotice(snapshotWith({ problems: [slight, grave] }), inEnglish),
      '.claude/session-state.json: It is broken.',
    );
    assert.equal(problemNotice(snapshotWith({ problems: [slight] }), inEnglish), undefined);
  });

  it('says that a worktree shows the state of the main one', () => {
    const sharedFrom = projectPaths('/main', '.sdd');
    const nodes = sessionTree(snapshotWith({ state, sharedFrom }), inEnglish);
    assert.equal(outline(nodes)[0], '(repo-forked) State of the main worktree | main');
    assert.equal(nodes[1]?.target?.file, '/main/.claude/session-state.json');
  });

  it('shows a state with next to nothing in it', () => {
    assert.deepEqual(outline(sessionTree(snapshotWith({ state: {} }), inEnglish)), [
      '(target) No task described',
      '(checklist) Tasks | Add…',
      '(list-ordered) Next steps | Add…',
    ]);
  });

  it('offers nothing to change in Restricted Mode', () => {
    const restricted = { ...inEnglish, trusted: false };
    assert.deepEqual(outline(sessionTree(snapshotWith({ state: {} }), restricted)), [
      '(target) No task described',
    ]);
    assert.deepEqual(outline(sessionTree(snapshotWith({ state }), restricted)).slice(1, 4), [
      '(checklist) 5/12 · 42 % | tasks',
      '  (pass) User model',
      '  (circle-large-outline) Login form',
    ]);
  });
});

describe('status bar', () => {
  it('shows progress and the current branch', () => {
    const shown = statusText(snapshotWith({ state }), inEnglish);
    assert.equal(shown?.text, '$(milestone) 5/12 · 42 % $(git-branch) main');
    assert.equal(shown.blocked, false);
    assert.match(shown.tooltip, /User authentication\nSaved 30 minutes ago\nNext: Write tests/);
  });

  it('warns when blocked', () => {
    const shown = statusText(snapshotWith({ state, blockers: [blocker] }), inEnglish);
    assert.equal(shown?.blocked, true);
    assert.equal(shown.spoken, 'Baton, 1 blocker, 5/12 · 42 %, main');
    assert.match(shown.text, /^\$\(warning\) 1 5\/12 · 42 %/);
    assert.match(shown.tooltip, /Blocked: CMake cannot find Qt6 \(Build error\)/);
  });

  it('counts blockers where nothing else is known, and names the first few', () => {
    const blockers = Array.from({ length: 7 }, (_, index) => ({ description: `Fails ${index}` }));
    const shown = statusText(snapshotWith({ blockers }), inEnglish);
    assert.equal(shown?.text, '$(warning) 7 blockers $(git-branch) main');
    assert.equal(shown.spoken, 'Baton, 7 blockers, main');
    assert.match(shown.tooltip, /Fails 4 \(Other obstacle\)\nand 2 more$/);
  });

  it('counts what blocks the other projects of the window, and says whose it is', () => {
    const elsewhere = [{ folder: 'web', blockers: [blocker] }];
    const alone = statusText(snapshotWith({}), inEnglish, elsewhere);
    assert.equal(alone?.text, '$(warning) 1 blocker $(git-branch) main');
    assert.equal(alone.blocked, true);
    assert.match(alone.tooltip, /^web: Blocked: CMake cannot find Qt6 \(Build error\)$/m);
    const both = statusText(snapshotWith({ state, blockers: [blocker] }), inEnglish, elsewhere);
    assert.match(both?.text ?? '', /^\$\(warning\) 2 5\/12/);
  });

  it('counts the task lists where no progress was saved', () => {
    const shown = statusText(snapshotWith({ state: { ...state, task_progress: null } }), inEnglish);
    assert.match(shown?.text ?? '', /1\/2 · 50 %/);
  });

  it('names the work, shortened, where there are no tasks', () => {
    const task_progress = { completed: 0, total: 0, percentage: 0 };
    const text = (working_on: string) =>
      statusText(snapshotWith({ state: { task_progress, working_on } }), inEnglish)?.text;
    assert.equal(text('Login'), '$(milestone) Login $(git-branch) main');
    assert.equal(
      text('A very long description of the work at hand'),
      '$(milestone) A very long description of th… $(git-branch) main',
    );
  });

  it('counts problems where nothing else is known', () => {
    const problems = [{ code: 'invalid-json', file: 'x', message: msg('x') }] as const;
    const shown = statusText(snapshotWith({ problems }), inEnglish);
    assert.equal(shown?.text, '$(warning) 1 problem $(git-branch) main');
  });

  it('does not take a branch name for an icon', () => {
    const head = { branch: '$(alert)x', commit: null };
    assert.doesNotMatch(
      statusText(snapshotWith({ state, head }), inEnglish)?.text ?? '',
      /\$\(alert\)/,
    );
  });

  it('is not there when nothing is known', () => {
    assert.equal(statusText(snapshotWith({}), inEnglish), undefined);
  });
});

describe('welcome', () => {
  const cases: [situation: string, parts: Partial<Snapshot>][] = [
    ['noRepository', { head: undefined }],
    ['noFolder', { folder: 'missing' }],
    ['nothingSaved', {}],
    ['ready', { state }],
    ['ready', { head: undefined, state }],
  ];
  for (const [situation, parts] of cases) {
    it(`${situation} for ${JSON.stringify(Object.keys(parts))}`, () => {
      assert.equal(situationOf(snapshotWith(parts)), situation);
    });
  }
});

describe('tree ids', () => {
  it('are unique within each view, and the same the next time', () => {
    const snapshot = snapshotWith({
      state: { ...state, next_steps: ['same', 'same'] },
      context: { progress: { done: ['x', 'x'] } },
      blockers: [blocker],
      decisions: [decision(1), { ...decision(1), line: 99 }],
      ...handoverWith('## Same\nD1, D1\n## Same\nD1\n'),
    });
    for (const model of [sessionTree, decisionsTree, handoversTree, blockersTree]) {
      const ids = () => allNodes(model(snapshot, inEnglish)).map(({ id }) => id);
      assert.equal(new Set(ids()).size, ids().length);
      assert.deepEqual(ids(), ids());
    }
  });
});
