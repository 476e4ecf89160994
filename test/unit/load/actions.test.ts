import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createProject } from '../../../src/core/project';
import { UserError } from '../../../src/core/support/errors';
import { silentLogger } from '../../../src/core/support/logger';
import { commitAll, git } from '../../support/git';
import { codes, useSavedProject } from '../../support/savedProject';

describe('baton load --apply', function () {
  this.timeout(60_000);
  const project = useSavedProject();

  describe('switch-branch', () => {
    const branch = () => project.git('branch', '--show-current');

    it('goes to the saved branch', () => {
      project.create();
      project.git('switch', '-q', 'main');
      const { action, message, load } = project.apply('switch-branch');
      assert.deepEqual([action, message], ['switch-branch', 'This is feature/login now.']);
      assert.deepEqual(codes(load), ['ALL_VALID']);
      assert.equal(branch(), 'feature/login');
    });

    it('goes to one that only a remote has, and follows it', () => {
      project.create();
      git(project.scratch(), 'clone', '-q', '--bare', project.root(), 'remote.git');
      project.git('remote', 'add', 'origin', project.scratch('remote.git'));
      project.git('fetch', '-q', 'origin');
      project.git('switch', '-q', 'main');
      project.git('branch', '-q', '-D', 'feature/login');
      assert.deepEqual(codes(project.apply('switch-branch').load), ['ALL_VALID']);
      assert.equal(project.git('rev-parse', '--abbrev-ref', '@{u}'), 'origin/feature/login');
    });

    it('does not choose between two remotes', () => {
      project.create();
      git(project.scratch(), 'clone', '-q', '--bare', project.root(), 'remote.git');
      for (const remote of ['origin', 'fork']) {
        project.git('remote', 'add', remote, project.scratch('remote.git'));
        project.git('fetch', '-q', remote);
      }
      project.git('switch', '-q', 'main');
      project.git('branch', '-q', '-D', 'feature/login');
      const { reason, message } = project.refused('switch-branch');
      assert.equal(reason, 'branch-ambiguous');
      assert.match(message, /fork\/feature\/login, origin\/feature\/login/);
      assert.equal(branch(), 'main');
    });

    it('says that there is no such branch', () => {
      project.create({ git_branch: 'feature/gone' });
      assert.equal(project.refused('switch-branch').reason, 'branch-not-found');
    });

    // The last looks like one to Baton; git knows better.
    for (const name of ['-', '@{-1}', 'a..b', 'a b', 'main:main', 'x.lock']) {
      it(`refuses "${name}"`, () => {
        project.create({ git_branch: name });
        const { reason } = project.refused('switch-branch');
        assert.equal(reason, name === 'x.lock' ? 'bad-branch' : 'no-such-action');
        assert.equal(branch(), 'feature/login');
      });
    }

    it('says what to do about changes that stand in the way', () => {
      project.create();
      project.git('switch', '-q', 'main');
      project.write('app.ts', 'mine\n');
      const { reason, message } = project.refused('switch-branch');
      assert.equal(reason, 'local-changes');
      assert.match(message, /commit or stash them first/);
      assert.equal(readFileSync(project.root('app.ts'), 'utf8'), 'mine\n');
    });

    it('does not lose the state to a branch that tracks it', () => {
      project.create();
      project.git('switch', '-q', 'main');
      project.git('switch', '-q', '-c', 'tracking');
      project.git('add', '-f', '.claude/session-state.json');
      project.git('commit', '-q', '-m', 'state');
      project.git('switch', '-q', 'main');
      project.save({ git_branch: 'tracking', git_commit: null });
      assert.equal(project.refused('switch-branch').reason, 'local-changes');
      assert.equal(project.state().git_branch, 'tracking');
    });
  });

  describe('continue-here', () => {
    it('takes what is so now, and keeps the rest', () => {
      project.create({
        openspec: '00027',
        openspec_status: 'IN_PROGRESS',
        modified_files: ['app.ts', 'gone.ts'],
      });
      project.git('switch', '-q', 'main');
      const head = commitAll(project.root(), 'on main');
      const { message, load } = project.apply('continue-here');
      assert.equal(
        message,
        `The saved state now matches this branch and commit: main · ${head.slice(0, 7)}.`,
      );
      assert.deepEqual(codes(load), ['ALL_VALID']);
      const { saved_at, ...state } = project.state();
      assert.ok(Date.parse(String(saved_at)) > Date.parse('2026-01-15T14:30:00Z'));
      assert.deepEqual(state, {
        mode: 'quick',
        git_branch: 'main',
        git_commit: head.slice(0, 7),
        git_pushed: false,
        openspec: null,
        openspec_status: null,
        working_on: 'Log in with a password',
        next_steps: ['Write the tests', 'Draw the form'],
        task_progress: { completed: 5, total: 12, percentage: 42 },
        modified_files: ['app.ts'],
        made_by_hand: 'kept',
        blocker: null,
        completed_tasks: [],
        pending_tasks: [],
        saved_by: 'cli',
      });
    });

    it('keeps the OpenSpec change that is there', () => {
      project.create({ openspec: '00027' });
      project.write('openspec/changes/00027-login/proposal.md', '# Log in\n');
      commitAll(project.root());
      assert.deepEqual(codes(project.apply('continue-here').load), ['ALL_VALID']);
      assert.equal(project.state().openspec, '00027');
    });

    it('keeps open blockers, also one whose type was wrong in both places', () => {
      const blocker = { type: 'bad luck', description: 'It rains' };
      project.create({ blocker, blockers: [blocker] });
      project.write('.claude/state/blockers.json', { open: [blocker] });
      const { load } = project.apply('continue-here');
      assert.deepEqual(codes(load), ['BLOCKER_EXISTS']);
      assert.deepEqual(project.state().blockers, [{ type: 'other', description: 'It rains' }]);
      assert.deepEqual(codes(project.apply('solve-blocker').load), ['ALL_VALID']);
    });
  });

  describe('start-new', () => {
    it('begins anew from what is so now', () => {
      project.create({ openspec: '00027' });
      const { message, load } = project.apply('start-new', '--working-on', ' Another thing ');
      assert.equal(message, 'A new session has begun: Another thing');
      assert.deepEqual(codes(load), ['ALL_VALID']);
      const { working_on, openspec, next_steps, made_by_hand } = project.state();
      assert.deepEqual(
        [working_on, openspec, next_steps, made_by_hand],
        ['Another thing', null, [], 'kept'],
      );
    });

    it('is also what one does where nothing was saved', () => {
      project.create();
      git(project.root(), 'clean', '-q', '-fdx', '.claude');
      assert.equal(project.refused('commit').reason, 'no-such-action');
      assert.deepEqual(codes(project.apply('start-new', '--working-on', 'A').load), ['ALL_VALID']);
    });

    it('asks for a few words', () => {
      project.create({ openspec: '00027' });
      const { code, stderr } = project.run(['load', '--apply', 'start-new', '--working-on', ' ']);
      assert.equal(code, 2);
      assert.match(stderr, /start-new needs --working-on TEXT/);
      assert.equal(project.state().working_on, 'Log in with a password');
    });
  });

  describe('commit', () => {
    it('makes a checkpoint', () => {
      project.create();
      project.write('app.ts', 'three\n');
      const { message, load } = project.apply('commit');
      assert.match(message, /^Committed as [0-9a-f]{7}: WIP: Log in with a password - checkpoint$/);
      assert.deepEqual(codes(load), ['ALL_VALID']);
      assert.equal(project.git('status', '--porcelain'), '');
    });

    it('takes new files only when asked to', () => {
      project.create();
      project.write('new.ts', 'new\n');
      const head = project.git('rev-parse', 'HEAD');
      const { reason, message } = project.refused('commit');
      assert.equal(reason, 'nothing-committed');
      assert.match(message, /New files are not part of the checkpoint: new\.ts/);
      assert.equal(project.git('rev-parse', 'HEAD'), head);
      assert.deepEqual(codes(project.apply('commit', '--untracked').load), ['ALL_VALID']);
    });

    it('stops at a secret until that is allowed', () => {
      project.create();
      const key = ['AKIA', 'Q3EGRIVBNK7WZ5YD'].join('');
      project.write('app.ts', `const key = '${key}';\n`);
      assert.equal(project.refused('commit').reason, 'secrets');
      assert.deepEqual(codes(project.apply('commit', '--allow-secrets').load), ['ALL_VALID']);
    });
  });

  describe('stash', () => {
    it("puts changed, staged, deleted and new files aside, and none of Baton's", () => {
      project.create();
      project.write('.claude/sdd/handover/decisions.md', 'one\n');
      project.write('.claude/sdd/handover/session.md', 'one\n');
      project.git('add', '.claude/sdd/handover/session.md');
      project.git('commit', '-q', '-m', 'handover');
      project.save({ git_commit: project.git('rev-parse', 'HEAD') });
      project.write('.claude/sdd/handover/session.md', 'two\n');
      project.write('app.ts', 'three\n');
      project.write('new/one.ts', 'new\n');
      project.write('staged.ts', 'staged\n');
      project.git('add', 'staged.ts');
      project.git('rm', '-q', 'lib.ts');

      const { message, load } = project.apply('stash');
      assert.match(message, /"Baton: Log in with a password"\. "git stash pop --index" brings/);
      assert.deepEqual(codes(load), ['ALL_VALID']);
      assert.equal(readFileSync(project.root('app.ts'), 'utf8'), 'two\n');
      assert.deepEqual(
        ['lib.ts', 'new/one.ts', 'staged.ts', '.claude/session-state.json'].map((file) =>
          existsSync(project.root(file)),
        ),
        [true, false, false, true],
      );
      const kept = (file: string) =>
        readFileSync(project.root('.claude/sdd/handover', file), 'utf8');
      assert.deepEqual([kept('session.md'), kept('decisions.md')], ['two\n', 'one\n']);
      assert.equal(project.git('stash', 'list').split('\n').length, 1);

      project.git('stash', 'pop', '-q');
      assert.equal(readFileSync(project.root('app.ts'), 'utf8'), 'three\n');
      assert.equal(readFileSync(project.root('new/one.ts'), 'utf8'), 'new\n');
      assert.ok(existsSync(project.root('staged.ts')));
      assert.ok(!existsSync(project.root('lib.ts')));
    });

    it("leaves Baton's files where git was not told to ignore them", () => {
      project.create();
      git(project.root(), 'init', '-q', '--separate-git-dir', project.scratch('elsewhere.git'));
      project.write('new.ts', 'new\n');
      assert.deepEqual(codes(project.apply('stash').load), ['ALL_VALID']);
      assert.ok(!existsSync(project.root('new.ts')));
      assert.equal(project.state().made_by_hand, 'kept');
    });

    it('is refused where there is nothing to stash', () => {
      project.create();
      const { reason, message } = project.refused('stash');
      assert.equal(reason, 'no-such-action');
      assert.equal(message, 'Nothing asks for "stash": everything is as it was saved.');
    });

    it('is refused by titles where people press buttons', async () => {
      const opened = () =>
        createProject({
          root: project.root(),
          home: project.scratch(),
          env: process.env,
          host: 'test',
          logger: silentLogger,
          now: () => new Date(),
        });
      const isRefused = (message: string) => (error: unknown) => {
        assert.ok(UserError.is(error, 'no-such-action'));
        assert.equal(error.message, message);
        return true;
      };
      project.create();
      await assert.rejects(
        opened().applyAction('stash', { speaksOf: 'titles' }),
        isRefused('That is no longer needed: everything is as it was saved.'),
      );
      project.write('new.ts', 'new\n');
      await assert.rejects(
        opened().applyAction('switch-branch', { speaksOf: 'titles' }),
        isRefused(
          'That is no longer needed. What can be done now: Commit them as a checkpoint, Stash them.',
        ),
      );
    });

    it('says so when git cannot', () => {
      project.create();
      project.git('switch', '-q', '--orphan', 'empty');
      project.save({ git_branch: 'empty' });
      project.write('new.ts', 'new\n');
      assert.equal(project.refused('stash').reason, 'stash-failed');
      assert.ok(existsSync(project.root('new.ts')));
    });
  });

  it('solve-blocker closes the one that is shown, in both places', () => {
    const high = { type: 'test_failure', severity: 'high', description: 'One test fails' };
    const low = { type: 'other', severity: 'low', description: 'It rains' };
    project.create({ blocker: high, blockers: [high, low] });
    project.write('.claude/state/blockers.json', { open: [high] });
    const { message, load } = project.apply('solve-blocker');
    assert.equal(message, 'Closed the blocker: One test fails (still open: 1)');
    assert.deepEqual(codes(load), ['BLOCKER_EXISTS']);
    assert.deepEqual([project.state().blocker, project.state().blockers], [low, [low]]);
    const { open, closed } = project.blockers();
    assert.deepEqual(open, []);
    assert.deepEqual(
      closed?.map(({ description, closed_by }) => [description, closed_by]),
      [['One test fails', 'solved by the user']],
    );
    assert.deepEqual(codes(project.apply('solve-blocker').load), ['ALL_VALID']);
    assert.equal(project.state().blocker, null);
  });

  it('refuses what no finding offers, and lists what is offered', () => {
    project.create({ openspec: '00027' });
    const { reason, message } = project.refused('switch-branch');
    assert.equal(reason, 'no-such-action');
    assert.equal(
      message,
      'Nothing asks for "switch-branch" now. What can be done: start-new, continue-here.',
    );
  });

  const usage: [args: string[], stderr: RegExp][] = [
    [['--apply', 'frobnicate'], /no action "frobnicate".*switch-branch, .*restore-backup/],
    [['--apply', 'stash', '--resume'], /--resume and --apply do not go together/],
    [['--apply', 'start-new'], /--working-on TEXT/],
  ];
  for (const [args, stderr] of usage) {
    it(`exits with 2 on "${args.join(' ')}"`, () => {
      project.create();
      const run = project.run(['load', ...args]);
      assert.equal(run.code, 2);
      assert.match(run.stderr, stderr);
    });
  }
});
