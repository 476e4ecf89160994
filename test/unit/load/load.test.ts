import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { commitAll, git } from '../../support/git';
import { codes, finding, useSavedProject } from '../../support/savedProject';

const conflict = {
  type: 'merge_conflict',
  severity: 'high',
  description: 'Merge conflict in app.ts',
  auto_detected: true,
};
const failure = {
  type: 'build_error',
  severity: 'critical',
  description: 'tsc fails',
  resolution: 'Install the types',
  recovery_agent: 'builder',
  auto_detected: true,
};

describe('baton load', function () {
  this.timeout(60_000);
  const project = useSavedProject();

  describe('a state that fits', () => {
    it('is restored with nothing to say', () => {
      project.create();
      const report = project.load();
      assert.deepEqual(codes(report), ['ALL_VALID']);
      assert.equal(report.status, 'restored');
      assert.equal(report.code, 0);
      assert.deepEqual(report.warnings, []);
      assert.equal(report.state?.made_by_hand, 'kept');
    });

    it('is what a save leaves behind', () => {
      project.create();
      project.write('app.ts', 'three\n');
      assert.equal(project.run(['save']).code, 0);
      assert.deepEqual(codes(project.load()), ['ALL_VALID']);
    });

    it('is shown in words, in the language of the user', () => {
      project.create();
      const shown = (LANG: string) => project.run(['load'], { LANG });
      assert.equal(shown('en_US.UTF-8').stderr, '');
      assert.match(shown('en_US.UTF-8').stdout, /^Previous work: Log in with a password$/m);
      assert.match(shown('ko_KR.UTF-8').stdout, /^이전 작업: Log in with a password$/m);
      assert.match(shown('ko_KR.UTF-8').stdout, /^계속할까요, 아니면 새 태스크를 시작할까요\?$/m);
      assert.match(shown('ja_JP.UTF-8').stdout, /^前回の作業: Log in with a password$/m);
      assert.match(shown('ja_JP.UTF-8').stdout, /^SESSION RESTORED$/m);
    });
  });

  describe('branch', () => {
    it('is another one', () => {
      project.create();
      project.git('switch', '-q', '-c', 'other');
      const report = project.load();
      const { severity, detail, points, ids } = finding(report, 'BRANCH_MISMATCH');
      assert.deepEqual(codes(report), ['BRANCH_MISMATCH']);
      assert.deepEqual([report.status, report.code, severity], ['recovery_failed', 1, 'error']);
      assert.match(detail, /saved on feature\/login, but this is other/);
      assert.deepEqual(points, ['Saved branch: feature/login', 'Current branch: other']);
      assert.deepEqual(ids, ['switch-branch', 'continue-here', 'start-new']);
    });

    it('says on stderr why the exit code is 1, in words and in JSON', () => {
      project.create();
      project.git('switch', '-q', 'main');
      for (const args of [['load'], ['load', '--json']]) {
        const { stderr, code } = project.run(args);
        assert.equal(code, 1);
        assert.match(
          stderr,
          /^baton: The session was not restored\. The branch does not match.*\n$/,
        );
      }
      assert.match(
        project.run(['load']).stdout,
        /\[1\] Switch to feature\/login \(baton load --apply switch-branch\)/,
      );
    });

    it('is none, because HEAD is detached', () => {
      project.create();
      project.git('switch', '-q', '--detach');
      const report = project.load();
      assert.deepEqual(codes(report), ['BRANCH_MISMATCH']);
      assert.match(finding(report, 'BRANCH_MISMATCH').detail, /HEAD is detached/);
    });

    it('was none at the save, so that only the commit counts', () => {
      project.create({ git_branch: null });
      assert.deepEqual(codes(project.load()), ['ALL_VALID']);
    });
  });

  describe('commit', () => {
    const commitDetail = () => {
      const report = project.load();
      const { detail, severity, ids } = finding(report, 'COMMIT_MISMATCH');
      assert.deepEqual(codes(report), ['COMMIT_MISMATCH']);
      assert.deepEqual(ids, ['continue-here', 'start-new']);
      assert.equal(report.code, severity === 'error' ? 1 : 0);
      return detail;
    };

    it('is behind HEAD', () => {
      const saved = project.create();
      commitAll(project.root(), 'third');
      assert.match(commitDetail(), new RegExp(`^HEAD is 1 commit ahead .* ${saved.slice(0, 7)}`));
      commitAll(project.root(), 'fourth');
      assert.match(commitDetail(), /^HEAD is 2 commits ahead of/);
    });

    it('is ahead of HEAD', () => {
      project.create({ modified_files: [] });
      project.git('reset', '-q', '--hard', 'HEAD~1');
      assert.match(commitDetail(), /^HEAD is 1 commit behind/);
    });

    it('is beside HEAD', () => {
      project.create();
      project.git('reset', '-q', '--hard', 'HEAD~1');
      commitAll(project.root(), 'instead');
      commitAll(project.root(), 'and more');
      assert.match(commitDetail(), /have diverged: 2 ahead, 1 behind/);
    });

    for (const unknown of ['deadbeef', 'HEAD~1', '', '--all', 'main']) {
      it(`is unknown: "${unknown}"`, () => {
        project.create({ git_commit: unknown });
        const report = project.load();
        assert.match(finding(report, 'COMMIT_MISMATCH').detail, /is unknown here/);
        assert.deepEqual([report.status, report.code], ['recovery_failed', 1]);
      });
    }

    it('was fetched with its branch from a remote', () => {
      project.create();
      git(project.scratch(), 'clone', '-q', '--bare', project.root(), 'remote.git');
      git(project.scratch(), 'clone', '-q', 'remote.git', 'other');
      const theirs = commitAll(project.scratch('other'), 'theirs');
      project.save({ git_commit: theirs });
      assert.match(commitDetail(), /is unknown here/);
      git(project.scratch('other'), 'push', '-q');
      project.git('fetch', '-q', project.scratch('remote.git'), 'feature/login');
      assert.match(commitDetail(), /^HEAD is 1 commit behind/);
    });

    it('was none yet', () => {
      project.create({ git_commit: null });
      assert.match(commitDetail(), /there are 2 commits now/);
    });
  });

  describe('uncommitted changes', () => {
    it('are changed, new and staged files', () => {
      project.create();
      project.write('app.ts', 'changed\n');
      project.write('new/one.ts', 'new\n');
      project.write('staged.ts', 'new\n');
      project.git('add', 'staged.ts');
      const report = project.load();
      assert.deepEqual(codes(report), ['UNCOMMITTED_CHANGES']);
      assert.deepEqual([report.status, report.code], ['restored', 0]);
      const { detail, ids } = finding(report, 'UNCOMMITTED_CHANGES');
      assert.equal(detail, 'Not committed: app.ts, staged.ts, new/.');
      assert.deepEqual(ids, ['commit', 'stash']);
    });

    it("are never Baton's own files, tracked or new", () => {
      project.create();
      project.write('.claude/sdd/handover/decisions.md', 'one\n');
      assert.deepEqual(codes(project.load()), ['ALL_VALID']);
      commitAll(project.root(), 'handover');
      project.save({ git_commit: project.git('rev-parse', 'HEAD') });
      project.write('.claude/sdd/handover/decisions.md', 'two\n');
      assert.deepEqual(codes(project.load()), ['ALL_VALID']);
      project.write('.claude/settings.json', '{}');
      assert.equal(
        finding(project.load(), 'UNCOMMITTED_CHANGES').detail,
        'Not committed: .claude/settings.json.',
      );
    });

    it("are not Baton's own files where git was not told to ignore them", () => {
      project.create();
      // Elsewhere, Baton writes nothing into it.
      git(project.root(), 'init', '-q', '--separate-git-dir', project.scratch('elsewhere.git'));
      project.write('.sdd/handover/decisions.md', 'one\n');
      assert.match(project.git('status', '--porcelain'), /\.claude\//);
      assert.deepEqual(codes(project.load()), ['ALL_VALID']);
    });
  });

  describe('OpenSpec', () => {
    const change = 'openspec/changes/00027-login';

    it('is shown with its title and the progress of its tasks', () => {
      project.create({ openspec: '00027', openspec_status: 'IN_PROGRESS' });
      project.write(`${change}/proposal.md`, '# Log in\n');
      project.write(`${change}/tasks.md`, '- [x] One\n- [ ] Two\n- [ ] Three\n- [ ] Four\n');
      const { banner } = project.load();
      assert.match(banner, /^OpenSpec: #00027 - Log in$/m);
      assert.match(banner, /^Status: IN_PROGRESS$/m);
      assert.match(banner, /^Progress: 1\/4 tasks \(25%\)$/m);
    });

    it('is not there', () => {
      project.create({ openspec: '00027' });
      const report = project.load();
      assert.deepEqual(codes(report), ['OPENSPEC_NOT_FOUND']);
      assert.deepEqual(finding(report, 'OPENSPEC_NOT_FOUND').ids, ['start-new', 'continue-here']);
      assert.equal(report.code, 0);
    });

    it('is archived', () => {
      project.create({ openspec: '00027-login' });
      const archived = 'openspec/changes/archive/2026-01-20-00027-login';
      project.write(`${archived}/proposal.md`, '# Log in\n');
      commitAll(project.root());
      project.save({ openspec: '00027-login', git_commit: project.git('rev-parse', 'HEAD') });
      const { detail } = finding(project.load(), 'OPENSPEC_NOT_FOUND');
      assert.equal(detail, `The OpenSpec change 00027-login is archived: see ${archived}.`);
    });

    it('has no proposal', () => {
      project.create({ openspec: '00027' });
      project.write(`${change}/tasks.md`, '- [x] One\n');
      const { detail, ids } = finding(project.load(), 'PROPOSAL_MISSING');
      assert.equal(detail, `${change} has no proposal.md.`);
      assert.deepEqual(ids, ['start-new']);
    });
  });

  it('names the files that are gone, and how many more', () => {
    const gone = [1, 2, 3, 4, 5, 6, 7].map((number) => `gone${number}.ts`);
    project.create({ modified_files: ['app.ts', ...gone, 'app.ts/below'] });
    const report = project.load();
    assert.deepEqual(codes(report), ['FILE_MISSING']);
    const { detail, ids } = finding(report, 'FILE_MISSING');
    assert.equal(
      detail,
      'No longer there: gone1.ts, gone2.ts, gone3.ts, gone4.ts, gone5.ts and 3 more.',
    );
    assert.deepEqual(ids, ['continue-here', 'start-new']);
    assert.equal(report.code, 0);
  });

  describe('blockers', () => {
    it('are told first, with what may help', () => {
      project.create({
        blocker: failure,
        blockers: [failure, { type: 'other', description: 'x' }],
      });
      project.write('app.ts', 'changed\n');
      const report = project.load();
      assert.deepEqual(codes(report), ['BLOCKER_EXISTS', 'UNCOMMITTED_CHANGES']);
      const { detail, points, ids } = finding(report, 'BLOCKER_EXISTS');
      assert.equal(detail, 'Blocked by build_error (critical): tsc fails');
      assert.deepEqual(points, [
        'What may help: Install the types',
        'Who may help: builder',
        '1 more blocker is open.',
      ]);
      assert.deepEqual(ids, ['solve-blocker']);
      assert.equal(report.code, 0);
    });

    it('of a conflict that is over are closed, once', () => {
      project.create({ blocker: conflict, blockers: [conflict, failure] });
      project.write('.claude/state/blockers.json', { open: [conflict, failure] });
      const report = project.load();
      assert.equal(
        finding(report, 'BLOCKER_EXISTS').detail,
        'Blocked by build_error (critical): tsc fails',
      );
      assert.match(report.did.join(), /Closed the blocker "Merge conflict in app.ts"/);
      assert.deepEqual(project.state().blockers, [failure]);
      assert.deepEqual(project.load().did, []);
      assert.equal(project.blockers().closed?.length, 1);
      assert.equal(project.blockers().closed?.[0]?.closed_by, 'no unmerged paths left');
    });

    it('are left alone in a file of which a rewrite would lose something', () => {
      project.create({ blocker: conflict, next_steps: 'Write the tests' });
      const before = readFileSync(project.stateFile(), 'utf8');
      const report = project.load();
      assert.deepEqual(codes(report), ['BLOCKER_EXISTS']);
      assert.equal(readFileSync(project.stateFile(), 'utf8'), before);
      assert.deepEqual(project.blockers(), {});
    });

    it('open by themselves when there are unmerged files', () => {
      project.create();
      project.git('switch', '-q', '-c', 'theirs', 'main');
      project.write('app.ts', 'theirs\n');
      project.git('commit', '-q', '-am', 'theirs');
      project.git('switch', '-q', 'feature/login');
      assert.throws(() => project.git('merge', '-q', 'theirs'));
      const report = project.load();
      assert.deepEqual(codes(report), ['BLOCKER_EXISTS', 'UNCOMMITTED_CHANGES']);
      assert.match(finding(report, 'BLOCKER_EXISTS').detail, /Merge conflict in app\.ts/);
      assert.match(report.warnings.join(), /A merge is in progress/);
      assert.equal(project.refused('commit').reason, 'no-such-action');
      project.git('merge', '--abort');
      assert.deepEqual(codes(project.load()), ['ALL_VALID']);
    });
  });

  describe('integrity', () => {
    const broken: [what: string, state: Record<string, unknown>, details: RegExp[]][] = [
      [
        'progress',
        { task_progress: { completed: 7, total: 5, percentage: 100 } },
        [/completed" is 7/],
      ],
      [
        'percentage',
        { task_progress: { completed: 1, total: 2, percentage: 90 } },
        [/percentage" is 90/],
      ],
      ['time', { saved_at: 'yesterday' }, [/saved_at" is "yesterday"/]],
      ['two fields', { mode: undefined, openspec: 27 }, [/mode" is missing/, /openspec" is 27/]],
      ['blocker', { blocker: { type: 'bad luck' } }, [/blocker.type" is "bad luck"/]],
    ];
    for (const [what, state, details] of broken) {
      it(`is broken in ${what}, and mended`, () => {
        project.create(state);
        const report = project.load();
        const errors = report.findings.filter(({ code }) => code === 'INTEGRITY_ERROR');
        assert.equal(errors.length, details.length, JSON.stringify(errors));
        details.forEach((detail, index) => {
          assert.match(errors[index]?.detail ?? '', detail);
        });
        assert.deepEqual([report.status, report.code], ['recovery_failed', 1]);
        assert.deepEqual(
          errors[0]?.actions.map(({ id }) => id),
          ['continue-here', 'start-new'],
        );
        const after = project.apply('continue-here').load;
        assert.deepEqual(codes(after), [what === 'blocker' ? 'BLOCKER_EXISTS' : 'ALL_VALID']);
        assert.equal(project.state().made_by_hand, 'kept');
      });
    }

    it('only reports the fields that a load can do without', () => {
      project.create({ git_pushed: undefined, next_steps: undefined });
      const report = project.load();
      assert.deepEqual(codes(report), ['ALL_VALID']);
      assert.match(report.warnings.join(), /lacks git_pushed, next_steps/);
    });
  });

  it('finds all at once, in the order in which to deal with it', () => {
    project.create({
      git_commit: 'deadbeef',
      openspec: '00027',
      blocker: failure,
      modified_files: ['gone.ts'],
      task_progress: { completed: 3, total: 2, percentage: 100 },
    });
    project.git('switch', '-q', '-c', 'other');
    project.write('app.ts', 'changed\n');
    assert.deepEqual(codes(project.load()), [
      'INTEGRITY_ERROR',
      'BLOCKER_EXISTS',
      'BRANCH_MISMATCH',
      'COMMIT_MISMATCH',
      'UNCOMMITTED_CHANGES',
      'OPENSPEC_NOT_FOUND',
      'FILE_MISSING',
    ]);
    const after = project.apply('continue-here').load;
    assert.deepEqual(codes(after), ['BLOCKER_EXISTS', 'UNCOMMITTED_CHANGES']);
  });
});
