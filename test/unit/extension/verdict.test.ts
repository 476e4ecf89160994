import assert from 'node:assert/strict';
import { isOutdated, isWorthAnotherLook } from '../../../src/core/load/isOutdated';
import type { LoadReport } from '../../../src/core/load/loadReport';
import type { SessionState } from '../../../src/core/schemas/sessionState';
import type { Snapshot } from '../../../src/core/snapshot';
import { english, msg } from '../../../src/core/support/message';
import { findingNodes } from '../../../src/extension/views/findingNodes';
import { openingNotice } from '../../../src/extension/views/openingNotice';
import { sessionTree } from '../../../src/extension/views/sessionTree';
import {
  interruptedRows,
  type VerdictPick,
  verdictPick,
} from '../../../src/extension/views/verdictPick';
import {
  blocked,
  branchMismatch,
  newSession,
  reportWith,
  savedState,
  uncommitted,
} from '../../support/loadReports';
import { inEnglish, outline, snapshotWith } from '../../support/snapshots';

const failed = reportWith({ status: 'recovery_failed', findings: [branchMismatch, uncommitted] });

describe('rows of findings', () => {
  it('say what differs, how grave it is and what can be done', () => {
    const nodes = findingNodes(failed, '/project', inEnglish);
    assert.deepEqual(outline(nodes), [
      '(error) Another branch | Saved on feature/user-auth, but this is main.',
      '(warning) Uncommitted changes | Not committed: a.ts.',
    ]);
    assert.deepEqual(
      nodes.map(({ kind }) => kind),
      ['finding switch-branch continue-here start-new', 'finding commit stash'],
    );
    assert.ok(nodes.every(({ root }) => root === '/project'));
    assert.match(nodes[1]?.tooltip ?? '', /Only the first counts\.[^]*Commit them as a checkpoint/);
    assert.equal(nodes[0]?.spoken, 'Error');
  });

  it('are looked at again, but not every moment, and only where there are some', () => {
    const isWorth = (report: LoadReport | undefined, seconds: number) =>
      isWorthAnotherLook({ report, at: 5000, now: 5000 + 1000 * seconds });
    assert.ok(isWorth(failed, 30));
    assert.ok(!isWorth(failed, 29));
    assert.ok(!isWorth(reportWith({}), 30));
    assert.ok(!isWorth(undefined, 30));
  });

  it('are not there when all is valid, nor before a load', () => {
    assert.deepEqual(findingNodes(reportWith({}), '/project', inEnglish), []);
    assert.deepEqual(findingNodes(undefined, '/project', inEnglish), []);
  });

  it('come before the state in the Session view', () => {
    const rows = outline(sessionTree(snapshotWith({ state: savedState }), inEnglish, failed));
    assert.match(rows[0] ?? '', /Another branch/);
    assert.match(rows[2] ?? '', /User authentication/);
  });

  it('are outdated when something changes that a load compares, and by nothing else', () => {
    const loaded = snapshotWith({ state: savedState });
    const isOld = (changed: Partial<Snapshot>) => isOutdated(loaded, { ...loaded, ...changed });
    const withState = (changed: Partial<SessionState>) =>
      isOld({ state: { ...savedState, ...changed } });
    assert.ok(!isOld({ head: { branch: 'main', commit: null }, decisions: [] }));
    assert.ok(!withState({ pending_tasks: [], completed_tasks: ['Form'], next_steps: [] }));
    assert.ok(!withState({ task_progress: { completed: 6, total: 12, percentage: 50 } }));
    assert.ok(isOld({ head: { branch: 'main', commit: 'abc' } }));
    assert.ok(isOld({ head: { branch: 'other', commit: null } }));
    assert.ok(isOld({ head: undefined }));
    assert.ok(isOld({ state: null }));
    assert.ok(isOld({ blockers: [{ type: 'other', description: 'New' }] }));
    assert.ok(withState({ git_branch: 'main' }));
    assert.ok(withState({ git_commit: 'abcdef0' }));
    assert.ok(withState({ openspec: '00027' }));
    assert.ok(withState({ modified_files: ['a.ts'] }));
    assert.ok(withState({ task_progress: { completed: 13, total: 12, percentage: 42 } }));
  });
});

describe('the verdict', () => {
  const shown = ({ title, rows }: VerdictPick) => [
    title,
    ...rows.map(({ label, description, detail, choice, isSeparator }) =>
      isSeparator
        ? `--- ${label}`
        : [label, description, detail, choice && `[${JSON.stringify(choice)}]`]
            .filter(Boolean)
            .join(' | '),
    ),
  ];

  it('lists each finding with its actions, and the way on', () => {
    assert.deepEqual(shown(verdictPick(failed, { hasRoadmap: true, t: english })), [
      'SESSION RECOVERY FAILED · User authentication (5/12)',
      '--- ',
      '$(error) Another branch | Saved on feature/user-auth, but this is main.',
      '$(blank) $(arrow-swap) Switch to feature/user-auth | [{"do":"action","id":"switch-branch"}]',
      '$(blank) $(check) Continue on main | [{"do":"action","id":"continue-here"}]',
      '--- ',
      '$(warning) Uncommitted changes | Not committed: a.ts.',
      '$(blank) $(git-commit) Commit them as a checkpoint | [{"do":"action","id":"commit"}]',
      '$(blank) $(archive) Stash them | [{"do":"action","id":"stash"}]',
      '--- ',
      '$(add) Start a new session | [{"do":"action","id":"start-new"}]',
      '$(arrow-right) Go On | Next: Write tests | [{"do":"close"}]',
    ]);
  });

  it('offers the ways to begin where there is no session', () => {
    const [change, branch] = newSession.interrupted.map((work) =>
      JSON.stringify({ do: 'takeUp', work }),
    );
    const rows = shown(verdictPick(newSession, { hasRoadmap: true, t: english }));
    assert.deepEqual(rows, [
      'NEW SESSION',
      '$(add) Describe the Work… | [{"do":"startSession"}]',
      '$(map) See the ROADMAP | [{"do":"openRoadmap"}]',
      '--- Interrupted work',
      `$(book) Show $\u200B(bug) berths | 3/8 tasks | [${change}]`,
      `$(git-branch) Half a form | feature/x · 4 checkpoints | [${branch}]`,
    ]);
    const bare = { ...newSession, interrupted: [] };
    assert.equal(verdictPick(bare, { hasRoadmap: false, t: english }).rows.length, 1);
    assert.equal(interruptedRows(newSession, english).length, 2);
  });

  it('tells what else is worth knowing', () => {
    const report = reportWith({ findings: [uncommitted], warnings: [msg('A field is missing.')] });
    const rows = shown(verdictPick(report, { hasRoadmap: false, t: english }));
    assert.ok(rows.includes('$(info) Note | A field is missing.'));
  });

  it('draws no icons from the words of a repository', () => {
    const state = { ...savedState, next_steps: ['Use $(bug)'] };
    const finding = { ...uncommitted, detail: msg('Not committed: {0}.', '$(bug).ts') };
    const report = reportWith({ state, findings: [finding], warnings: [msg('See $(bug).')] });
    const work = { kind: 'branch', id: '$(bug)', title: 'x', detail: msg('y') } as const;
    const rows = [
      ...verdictPick(report, { hasRoadmap: false, t: english }).rows,
      ...interruptedRows(reportWith({ interrupted: [work] }), english),
    ];
    const drawn = rows.flatMap(({ label, description, detail }) => [label, description, detail]);
    assert.doesNotMatch(JSON.stringify(drawn), /\$\(bug/);
  });

  it('keeps its title short', () => {
    const state = { ...savedState, working_on: 'Long '.repeat(30) };
    const { title } = verdictPick(reportWith({ state }), { hasRoadmap: false, t: english });
    assert.match(title, /^SESSION RESTORED · (Long )+.*… \(5\/12\)$/);
    assert.ok(title.length < 80, title);
  });

  it('goes on with a task where no step is written down', () => {
    const state = { ...savedState, next_steps: [' '], pending_tasks: ['Form'] };
    const { rows } = verdictPick({ ...failed, state }, { hasRoadmap: false, t: english });
    assert.equal(rows.at(-1)?.description, 'Next: Form');
  });
});

describe('the notice at the opening', () => {
  const titles = (report: Parameters<typeof openingNotice>[0]) =>
    openingNotice(report, inEnglish)?.choices.map(({ title }) => title);

  it('says where the work stands', () => {
    const notice = openingNotice(reportWith({}), inEnglish);
    assert.equal(notice?.message, 'Session restored: User authentication (5/12)');
    assert.equal(notice.severity, 'information');
    assert.deepEqual(titles(reportWith({})), ['Next Step', 'Details']);
    const done = { ...savedState, next_steps: [] };
    assert.deepEqual(titles(reportWith({ state: done })), ['Details']);
    assert.equal(
      openingNotice(reportWith({ state: { mode: 'quick' } }), inEnglish)?.message,
      'Session restored: No task described',
    );
  });

  it('says what was found first, and offers two actions', () => {
    const notice = openingNotice(failed, inEnglish);
    assert.equal(
      notice?.message,
      'Session not restored: Saved on feature/user-auth, but this is main. And 1 more.',
    );
    assert.equal(notice.severity, 'warning');
    assert.deepEqual(titles(failed), ['Switch Branch', 'Continue Here', 'Details']);
    const slight = reportWith({ findings: [uncommitted] });
    assert.equal(openingNotice(slight, inEnglish)?.message, 'Not committed: a.ts.');
    assert.equal(openingNotice(slight, inEnglish)?.severity, 'information');
  });

  it('is the same for the same verdict, and another one for another', () => {
    const key = (report: Parameters<typeof openingNotice>[0]) =>
      openingNotice(report, inEnglish)?.key;
    const saved = reportWith({ state: { ...savedState, saved_at: '2026-01-15T15:00:00Z' } });
    const onBranch = (branch: string) =>
      reportWith({ findings: [{ ...branchMismatch, detail: msg('This is {0}.', branch) }] });
    assert.equal(key(reportWith({})), key(reportWith({ did: [msg('Something')] })));
    assert.equal(key(onBranch('main')), key(onBranch('main')));
    const others = [
      reportWith({}),
      saved,
      failed,
      reportWith({ findings: [uncommitted] }),
      onBranch('main'),
      onBranch('other'),
    ];
    assert.equal(new Set(others.map(key)).size, others.length);
  });

  it('offers the details of a blocker, and not to close it unseen', () => {
    assert.deepEqual(titles(reportWith({ findings: [blocked] })), ['Details']);
  });

  it('names the folder where the window has several', () => {
    assert.equal(
      openingNotice(reportWith({}), inEnglish, 'harbor')?.message,
      'harbor: Session restored: User authentication (5/12)',
    );
  });

  it('is silent where there is no session', () => {
    assert.equal(openingNotice(newSession, inEnglish), undefined);
  });
});
