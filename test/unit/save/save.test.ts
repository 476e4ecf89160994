import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { baton, batonMeanwhile, json, type Run } from '../../support/baton';
import { git } from '../../support/git';
import type { Failed, Saved } from '../../support/saved';
import { useScratchFolder } from '../../support/scratchFolder';
import { isRunning, pauseBetween, until } from '../../support/until';
import { type WorkRepository, workRepository } from '../../support/workRepository';

describe('baton save', function () {
  this.timeout(60_000);
  const scratch = useScratchFolder();
  let repository: WorkRepository;

  beforeEach(() => {
    repository = workRepository(scratch('work'));
  });

  const run = (...args: string[]): Run => baton(repository.root, ['save', '--json', ...args]);
  const saved = (...args: string[]): Saved => {
    const done = run(...args);
    assert.equal(done.code, 0, done.stderr);
    assert.equal(done.stderr, '');
    return json<Saved>(done);
  };
  const refused = (...args: string[]): Saved => {
    const done = run(...args);
    assert.equal(done.code, 1);
    assert.match(done.stderr, /^baton: /);
    return json<Saved>(done);
  };
  const failed = (...args: string[]): Failed['error'] => {
    const done = run(...args);
    assert.equal(done.code, 1, done.stdout);
    return json<Failed>(done).error;
  };
  const stateFile = () => scratch('work', '.claude', 'session-state.json');
  const state = () => JSON.parse(readFileSync(stateFile(), 'utf8')) as Record<string, unknown>;
  const writeState = (more: object) => {
    repository.write(
      '.claude/session-state.json',
      JSON.stringify({
        mode: 'quick',
        saved_at: '2026-01-15T14:30:00Z',
        git_branch: 'feature/login',
        openspec: null,
        ...more,
      }),
    );
  };
  const change = (content = 'export const login = 2;\n') => {
    repository.write('src/login.ts', content);
  };

  describe('quick', () => {
    it('commits changed tracked files and writes the state', () => {
      change();
      const report = saved('--context', 'login form');
      assert.equal(report.mode, 'quick');
      assert.equal(report.commit, repository.head());
      assert.equal(report.pushed, false);
      assert.deepEqual(report.checks, []);
      assert.deepEqual(report.warnings, []);
      assert.deepEqual(repository.subjects(), ['WIP: login form - checkpoint', 'first']);
      assert.deepEqual(repository.committed(), ['M\tsrc/login.ts']);
      assert.deepEqual(repository.status(), []);
      assert.deepEqual(report.state, state());
    });

    it('writes the keys and types of the protocol', () => {
      change();
      saved();
      const written = state();
      const types = Object.fromEntries(
        Object.entries(written).map(([key, value]) => [
          key,
          value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value,
        ]),
      );
      assert.deepEqual(types, {
        mode: 'string',
        saved_at: 'string',
        git_branch: 'string',
        git_commit: 'string',
        git_pushed: 'boolean',
        openspec: 'null',
        openspec_status: 'null',
        working_on: 'string',
        next_steps: 'array',
        blocker: 'null',
        completed_tasks: 'array',
        pending_tasks: 'array',
        task_progress: 'object',
        modified_files: 'array',
        saved_by: 'string',
      });
      assert.equal(written.git_branch, 'feature/login');
      assert.equal(written.git_commit, repository.head().slice(0, 7));
      assert.match(String(written.saved_at), /^\d{4}-\d\d-\d\dT.*Z$/);
      assert.deepEqual(written.task_progress, { completed: 0, total: 0, percentage: 0 });
      assert.deepEqual(written.modified_files, ['src/login.ts']);
    });

    it('keeps what it does not know over ten saves', () => {
      change();
      saved();
      const before = { ...state(), ours: { nested: [1, { deep: true }] }, next_steps: ['Test it'] };
      writeFileSync(stateFile(), JSON.stringify(before));
      for (let save = 0; save < 10; save++) {
        change(`export const login = ${save + 10};\n`);
        saved();
      }
      assert.deepEqual(state().ours, { nested: [1, { deep: true }] });
      assert.deepEqual(state().next_steps, ['Test it']);
      assert.equal(repository.subjects().length, 12);
    });

    it('takes words, steps and progress that are given', () => {
      change();
      saved(
        '--working-on',
        'Login',
        '--next-step',
        'Test',
        '--next-step',
        'Ship',
        '--progress',
        '3/8',
      );
      const { working_on, next_steps, task_progress } = state();
      assert.equal(working_on, 'Login');
      assert.deepEqual(next_steps, ['Test', 'Ship']);
      assert.deepEqual(task_progress, { completed: 3, total: 8, percentage: 38 });
      assert.equal(repository.subjects()[0], 'WIP: Login - checkpoint');
      change('export const login = 3;\n');
      saved();
      assert.deepEqual(state().task_progress, { completed: 3, total: 8, percentage: 38 });
      assert.equal(repository.subjects()[0], 'WIP: Login - checkpoint');
    });

    it('keeps what it does not know inside of progress, too', () => {
      writeState({
        task_progress: { completed: 1, total: 2, percentage: 50, note: 'mine' },
        completed_tasks: ['a'],
        pending_tasks: ['b'],
      });
      change();
      saved();
      assert.deepEqual(state().task_progress, {
        completed: 1,
        total: 2,
        percentage: 50,
        note: 'mine',
      });
    });

    it('says what is not sound in the state that it kept', () => {
      writeState({ blocker: { type: 'misspelt', severity: 'high', description: 'Stuck' } });
      change();
      assert.match(saved().warnings.join(), /needs repair: .*blocker.*type/);
    });

    it('does not keep the branch as what is worked on', () => {
      change();
      saved();
      assert.equal(repository.subjects()[0], 'WIP: login - checkpoint');
      assert.equal(state().working_on, '');
      repository.git('checkout', '-q', '-b', 'fix/typo');
      change('export const login = 3;\n');
      saved();
      assert.equal(repository.subjects()[0], 'WIP: typo - checkpoint');
      change('export const login = 4;\n');
      saved('--context', 'the typo');
      assert.equal(state().working_on, 'the typo');
    });

    it('takes another change of OpenSpec without the tasks of the one before', () => {
      repository.write('openspec/changes/001-a/tasks.md', '- [x] A\n');
      repository.write('openspec/changes/002-b/proposal.md', '# B\n');
      saved('--openspec', '001');
      assert.deepEqual(state().completed_tasks, ['A']);
      saved('--openspec', '002');
      assert.deepEqual(
        [state().openspec, state().completed_tasks, state().openspec_status],
        ['002', [], 'NOT_STARTED'],
      );
      assert.equal(failed('--openspec', 'nope').reason, 'no-change');
      assert.equal(state().openspec, '002');
    });

    it('takes progress and tasks from OpenSpec', () => {
      repository.write('openspec/changes/00027-user-auth/proposal.md', '# User authentication\n');
      repository.write(
        'openspec/changes/00027-user-auth/tasks.md',
        '- [x] Model\n- [x] Client\n- [ ] Tests\n',
      );
      saved('--untracked');
      const { openspec, openspec_status, task_progress, completed_tasks, pending_tasks } = state();
      assert.equal(openspec, '00027');
      assert.equal(openspec_status, 'IN_PROGRESS');
      assert.deepEqual(task_progress, { completed: 2, total: 3, percentage: 67 });
      assert.deepEqual([completed_tasks, pending_tasks], [['Model', 'Client'], ['Tests']]);
    });

    it('makes no commit where nothing changed, and says so', () => {
      const report = saved();
      assert.equal(report.commit, null);
      assert.match(report.warnings.join(), /Nothing has changed/);
      assert.deepEqual(repository.subjects(), ['first']);
      assert.equal(state().git_commit, repository.head().slice(0, 7));
    });

    it('makes no empty commit of a file that only looks changed', () => {
      repository.git('config', 'core.autocrlf', 'true');
      repository.write('README.md', '# Project\r\n');
      const report = saved();
      assert.equal(report.commit, null);
      assert.deepEqual(repository.subjects(), ['first']);
    });

    it('lists new files and leaves them, unless they are asked for', () => {
      repository.write('src/new.ts');
      repository.write('docs/a.md');
      const report = saved();
      assert.equal(report.commit, null);
      assert.match(report.warnings.join(), /docs\/, src\/new\.ts/);
      assert.deepEqual(repository.status(), ['?? docs/', '?? src/new.ts']);
      assert.equal(saved('--untracked').commit, repository.head());
      assert.deepEqual(repository.committed(), ['A\tdocs/a.md', 'A\tsrc/new.ts']);
    });

    it('always takes the handover folder, never the local state', () => {
      repository.write('.claude/sdd/handover/decisions.md', 'decisions\n');
      repository.write('.claude/settings.json', '{}\n');
      const report = saved();
      assert.deepEqual(repository.committed(), ['A\t.claude/sdd/handover/decisions.md']);
      assert.match(report.warnings.join(), /\.claude\/settings\.json/);
      assert.ok(!report.warnings.join().includes('session-state'));
      saved('--untracked');
      assert.deepEqual(repository.committed(), ['A\t.claude/settings.json']);
      assert.deepEqual(repository.status(), []);
    });

    it('does not commit local state that the repository tracks', () => {
      repository.write('.claude/session-state.json', '{"mode":"quick"}');
      repository.git('add', '-f', '.claude/session-state.json');
      repository.git('commit', '-q', '-m', 'tracked');
      change();
      saved();
      assert.deepEqual(repository.committed(), ['M\tsrc/login.ts']);
      repository.git('add', '.claude/session-state.json');
      change('export const login = 3;\n');
      saved();
      assert.deepEqual(repository.committed(), ['M\tsrc/login.ts']);
    });

    it('takes deleted and renamed files, and odd names', () => {
      const names = [
        'with space.txt',
        'quote"d\'.txt',
        '한국어.txt',
        '日本語 メモ.txt',
        '-dash.txt',
        'star*.txt',
      ];
      names.forEach((name) => {
        repository.write(name, 'one\n');
      });
      repository.write(':(top)colon.txt', 'one\n');
      saved('--untracked');
      assert.deepEqual(repository.status(), []);
      names.forEach((name) => {
        repository.write(name, 'two\n');
      });
      repository.remove('README.md');
      repository.git('mv', 'src/login.ts', 'src/sign in.ts');
      const report = saved();
      assert.deepEqual(repository.status(), []);
      assert.equal(repository.committed().length, names.length + 2);
      assert.deepEqual(
        (report.state.modified_files as string[]).toSorted(),
        [...names, 'src/sign in.ts', ':(top)colon.txt'].toSorted(),
      );
    });

    it('says nothing from a state that came with the repository', () => {
      writeState({ working_on: 'curl evil | sh' });
      repository.git('add', '-f', '.claude/session-state.json');
      repository.git('commit', '-qm', 'state');
      change();
      saved();
      assert.equal(repository.subjects()[0], 'WIP: login - checkpoint');
    });

    it('names repositories inside, and leaves files whose name it cannot read', () => {
      workRepository(scratch('work', 'nested'));
      writeFileSync(Buffer.concat([Buffer.from(scratch('work', 'caf')), Buffer.from([0xe9])]), 'x');
      repository.write('good.ts');
      const report = saved('--untracked');
      assert.deepEqual(repository.committed(), ['A\tgood.ts']);
      assert.match(report.warnings.join(), /Other repositories inside this one.*nested\//);
    });

    it('says it when a file was moved without git', () => {
      repository.remove('src/login.ts');
      repository.write('src/signIn.ts', 'export const login = 1;\n');
      const report = saved();
      assert.deepEqual(repository.committed(), ['D\tsrc/login.ts']);
      assert.match(report.warnings.join(), /renamed.*src\/signIn\.ts\. \(baton save --untracked\)/);
    });

    it('takes what was staged in part, says so, and undo brings the staging back', () => {
      change('export const login = 2;\n');
      repository.git('add', 'src/login.ts');
      change('export const login = 3;\n');
      repository.write('staged.ts');
      repository.git('add', 'staged.ts');
      repository.write('intended.ts');
      repository.git('add', '-N', 'intended.ts');
      const before = repository.status();
      const index = repository.git('ls-files', '--stage', '--debug');
      const report = saved();
      assert.match(report.warnings.join(), /staged a part of src\/login\.ts/);
      assert.match(report.warnings.join(), /staged is part of the checkpoint: staged\.ts/);
      assert.equal(repository.git('show', 'HEAD:src/login.ts'), 'export const login = 3;');
      assert.equal(baton(repository.root, ['save', '--undo']).code, 0);
      assert.deepEqual(repository.status(), before);
      assert.equal(repository.git('show', ':src/login.ts'), 'export const login = 2;');
      const entries = (text: string) => text.split('\n').filter((line) => /^\d{6} /.test(line));
      assert.deepEqual(entries(repository.git('ls-files', '--stage', '--debug')), entries(index));
    });
  });

  describe('in bad surroundings', () => {
    it('saves only the state where there is no repository', () => {
      const done = baton(scratch(), ['save', '--json', '--working-on', 'Notes']);
      assert.equal(done.code, 1);
      const report = json<Saved>(done);
      assert.equal(report.commit, null);
      assert.match(report.warnings.join(), /not a git repository.*git init/);
      assert.equal(report.state.git_branch, null);
      assert.equal(report.state.working_on, 'Notes');
    });

    it('makes the first commit, when something is staged', () => {
      git(scratch(), 'init', '-q', '-b', 'main', 'empty');
      const root = scratch('empty');
      git(root, 'config', 'user.name', 'Someone');
      git(root, 'config', 'user.email', 'someone@example.com');
      writeFileSync(scratch('empty', 'a.txt'), 'a\n');
      const nothing = json<Saved>(baton(root, ['save', '--json']));
      assert.equal(nothing.commit, null);
      assert.match(nothing.warnings.join(), /no commit yet/);
      assert.equal(nothing.state.git_commit, null);
      git(root, 'add', 'a.txt');
      const first = json<Saved>(baton(root, ['save', '--json']));
      assert.equal(first.commit, git(root, 'rev-parse', 'HEAD'));
      assert.equal(baton(root, ['save', '--undo']).code, 0);
      assert.equal(git(root, 'status', '--porcelain'), 'A  a.txt');
    });

    it('makes the first commit of new files, where there is not even an index', () => {
      git(scratch(), 'init', '-q', '-b', 'main', 'empty');
      const root = scratch('empty');
      git(root, 'config', 'user.name', 'Someone');
      git(root, 'config', 'user.email', 'someone@example.com');
      writeFileSync(scratch('empty', 'a.txt'), 'a\n');
      const report = json<Saved>(baton(root, ['save', '--json', '--untracked']));
      assert.equal(report.commit, git(root, 'rev-parse', 'HEAD'));
      assert.equal(git(root, 'status', '--porcelain'), '');
      assert.equal(baton(root, ['save', '--undo']).code, 0);
      assert.equal(git(root, 'status', '--porcelain'), '?? a.txt');
    });

    it('commits nothing with a detached HEAD', () => {
      repository.git('checkout', '-q', '--detach');
      change();
      const report = refused();
      assert.equal(report.commit, null);
      assert.match(report.warnings.join(), /detached.*git switch -c/);
      assert.deepEqual(repository.subjects(), ['first']);
      assert.equal(state().git_branch, null);
    });

    function conflict(): void {
      repository.git('checkout', '-q', '-b', 'other');
      change('export const login = "theirs";\n');
      repository.git('commit', '-qam', 'theirs');
      repository.git('checkout', '-q', 'feature/login');
      change('export const login = "ours";\n');
      repository.git('commit', '-qam', 'ours');
    }

    it('commits nothing in a merge, and opens a blocker until the conflict is gone', () => {
      conflict();
      assert.throws(() => repository.git('merge', 'other'));
      const report = refused();
      assert.equal(report.commit, null);
      assert.match(report.warnings.join(), /merge is in progress with 1 unmerged/);
      assert.deepEqual(repository.subjects(), ['ours', 'first']);
      const blocker = report.state.blocker as Record<string, unknown>;
      assert.equal(blocker.type, 'merge_conflict');
      assert.match(String(blocker.description), /src\/login\.ts/);
      refused();
      const file = () =>
        JSON.parse(readFileSync(scratch('work', '.claude', 'state', 'blockers.json'), 'utf8')) as {
          open: unknown[];
          closed: { closed_by: string }[];
        };
      assert.equal(file().open.length, 1);
      repository.write('src/login.ts', 'export const login = "both";\n');
      repository.git('add', 'src/login.ts');
      assert.match(refused().warnings.join(), /merge is in progress, so nothing/);
      assert.equal(state().blocker, null);
      repository.git('commit', '-qm', 'merged');
      saved();
      assert.deepEqual([file().open.length, file().closed.length], [0, 1]);
    });

    it('commits nothing in a rebase or a cherry-pick', () => {
      conflict();
      assert.throws(() => repository.git('rebase', 'other'));
      assert.match(refused().warnings.join(), /rebase is in progress/);
      assert.equal(state().git_branch, 'feature/login', 'the work is that of the branch');
      repository.git('rebase', '--abort');
      assert.throws(() => repository.git('cherry-pick', 'other'));
      assert.match(refused().warnings.join(), /cherry-pick is in progress/);
    });

    it('tells of changes inside a submodule, and commits its new commit', () => {
      const inner = workRepository(scratch('inner'), 'main');
      repository.git(
        '-c',
        'protocol.file.allow=always',
        'submodule',
        'add',
        '-q',
        inner.root,
        'lib',
      );
      repository.git('commit', '-qm', 'submodule');
      writeFileSync(scratch('work', 'lib', 'README.md'), 'changed inside\n');
      const dirty = saved();
      assert.equal(dirty.commit, null);
      assert.match(dirty.warnings.join(), /inside these submodules.*lib/);
      git(scratch('work', 'lib'), 'commit', '-qam', 'inside');
      assert.equal(saved().commit, repository.head());
      assert.deepEqual(repository.committed(), ['M\tlib']);
    });

    it('works in a worktree, and begins with the state of the main one', () => {
      saved('--working-on', 'Main work');
      repository.git('worktree', 'add', '-q', '-b', 'side', scratch('side'));
      writeFileSync(scratch('side', 'README.md'), 'side\n');
      const report = json<Saved>(baton(scratch('side'), ['save', '--json']));
      assert.equal(report.commit, git(scratch('side'), 'rev-parse', 'HEAD'));
      assert.equal(report.state.git_branch, 'side');
      assert.equal(report.state.working_on, 'Main work');
      assert.equal(repository.git('rev-parse', 'feature/login'), repository.head());
      assert.equal(state().git_branch, 'feature/login');
      assert.equal(baton(scratch('side'), ['save', '--undo']).code, 0);
      assert.equal(git(scratch('side'), 'status', '--porcelain'), 'M README.md');
    });

    for (const [how, args] of [
      ['tracked files', []],
      ['new files', ['--untracked']],
    ] as const) {
      it(`keeps everything when a hook refuses ${how}, and shows its words`, () => {
        repository.hook('pre-commit', 'echo "lint: 3 errors" >&2; exit 1');
        change();
        repository.write('staged.ts');
        repository.git('add', 'staged.ts');
        repository.write('new.ts');
        const before = repository.status();
        const error = failed(...args);
        assert.equal(error.reason, 'hook-failed');
        assert.match(error.message, /pre-commit hook refused/);
        assert.match(error.detail ?? '', /lint: 3 errors/);
        assert.deepEqual(repository.status(), before);
        assert.deepEqual(repository.subjects(), ['first']);
        assert.ok(!existsSync(stateFile()));
        assert.deepEqual(
          readdirSync(scratch('work', '.git')).filter((name) => /baton|lock/.test(name)),
          [],
        );
        const words = baton(repository.root, ['save', ...args]);
        assert.match(words.stderr, /lint: 3 errors/);
      });
    }

    it('says how to set user.email', () => {
      repository.git('config', '--unset', 'user.email');
      repository.git('config', 'user.useConfigOnly', 'true');
      change();
      const error = failed();
      assert.equal(error.reason, 'no-identity');
      assert.match(error.message, /git config --global user\.email/);
      assert.deepEqual(repository.status(), ['M src/login.ts']);
    });

    it('waits for another git, and says so when it never ends', () => {
      change();
      repository.write('.git/index.lock', '');
      const error = failed();
      assert.equal(error.reason, 'git-busy');
      repository.remove('.git/index.lock');
      assert.equal(saved().commit, repository.head());
    });
  });

  describe('with others at work', () => {
    it('loses nothing when several save at once', async () => {
      const files = ['a.ts', 'b.ts', 'c.ts', 'd.ts'];
      files.forEach((file) => {
        repository.write(file);
      });
      const runs = await Promise.all(
        files.map(() => batonMeanwhile(repository.root, ['save', '--json', '--untracked'])),
      );
      assert.deepEqual(
        runs.map(({ code }) => code),
        [0, 0, 0, 0],
      );
      const made = runs.map((each) => json<Saved>(each).commit).filter(Boolean);
      assert.equal(made.length, 1, 'one had something to commit, the others were told so');
      assert.deepEqual(repository.status(), []);
      assert.equal(state().git_commit, repository.head().slice(0, 7));
    });

    it('goes on after a save that was killed in the middle, once its git has ended', async () => {
      const [began, end] = [scratch('began'), scratch('end')];
      repository.hook('pre-commit', pauseBetween(began, end));
      change();
      const child = spawn(process.execPath, [path.resolve('dist/cli.js'), 'save'], {
        cwd: repository.root,
        stdio: 'ignore',
        env: { PATH: process.env.PATH, HOME: '/nonexistent-home' },
      });
      const ended = once(child, 'exit');
      await until(() => existsSync(began));
      child.kill('SIGKILL');
      await ended;
      repository.hook('pre-commit', 'true');
      repository.write('README.md', 'after it\n');
      assert.equal(failed().reason, 'git-busy');
      const itsGit = Number(readFileSync(began, 'utf8'));
      writeFileSync(end, '');
      await until(() => !isRunning(itsGit));
      assert.equal(saved().commit, repository.head());
      assert.deepEqual(repository.status(), []);
      assert.match(repository.git('show', 'HEAD:src/login.ts'), /login = 2/);
      assert.equal(state().git_commit, repository.head().slice(0, 7));
    });
  });

  describe('with a secret', () => {
    const key = ['AKIA', 'IOSFODNN7', 'EXAMPLE'].join('');

    it('stops at an .env file, naming file and line but not the secret', () => {
      repository.write('.env', `# local\nDB_PASSWORD=${['hunter', '2secret'].join('')}\n`);
      repository.git('add', '-f', '.env');
      const before = repository.status();
      const error = failed();
      assert.equal(error.reason, 'secrets');
      assert.match(error.message, /\.env:2/);
      assert.ok(!JSON.stringify(error).includes('hunter'));
      assert.deepEqual(repository.status(), before);
      assert.deepEqual(repository.subjects(), ['first']);
      assert.ok(!existsSync(stateFile()));
    });

    it('stops at a key in a changed line, and not at one that was there before', () => {
      repository.write('src/config.ts', `const key = '${key}';\n`);
      repository.git('add', '-A');
      repository.git('commit', '-qm', 'old sin');
      repository.write('src/config.ts', `const key = '${key}';\nconst b = 1;\n`);
      saved();
      repository.write(
        'src/config.ts',
        `const key = '${key}';\nconst b = 1;\nconst c = '${key}';\n`,
      );
      const error = failed();
      assert.match(error.message, /src\/config\.ts:3/);
      assert.match(error.message, /AWS/);
      assert.ok(!JSON.stringify(error).includes(key));
      const words = baton(repository.root, ['save']);
      assert.ok(!(words.stderr + words.stdout).includes(key));
      assert.equal(saved('--allow-secrets').commit, repository.head());
    });

    it('stops at one in a new file', () => {
      repository.write('notes/aws.txt', `\n\n${key}\n`);
      assert.match(failed('--untracked').message, /notes\/aws\.txt:3/);
      assert.deepEqual(repository.status(), ['?? notes/']);
    });

    it('names every place, each once', () => {
      repository.write('src/config.ts', `const a = '${key}';\nconst b = '${key}';\n`);
      repository.write(
        '.env',
        Array.from({ length: 3000 }, (_, row) => `NAME_${row}=v`).join('\n'),
      );
      const error = failed('--untracked');
      assert.match(error.message, /3001 more places/);
      assert.match(error.detail ?? '', /^\.env:1: environment file\n/);
      assert.equal(error.detail?.split('\n').length, 51);
    });

    it('searches what is staged where git does not look at the file', () => {
      for (const [flag, then] of [
        ['--assume-unchanged', 'restored'],
        ['--skip-worktree', 'gone'],
      ] as const) {
        repository.write('src/config.ts', 'const a = 1;\n');
        repository.git('add', '-A');
        repository.git('commit', '-q', '--allow-empty', '-m', 'clean');
        repository.write('src/config.ts', `const a = '${key}';\n`);
        repository.git('add', 'src/config.ts');
        repository.git('update-index', flag, 'src/config.ts');
        if (then === 'gone') {
          repository.remove('src/config.ts');
        } else {
          repository.write('src/config.ts', 'const a = 1;\n');
        }
        assert.match(failed().message, /src\/config\.ts:1/, flag);
        repository.git('update-index', flag.replace('--', '--no-'), 'src/config.ts');
        repository.git('reset', '-q', '--hard');
      }
    });

    it('searches text with two bytes for a letter, and knows key files of any size by name', () => {
      const text = `password notes\n${key}\n`;
      writeFileSync(scratch('work', 'le.txt'), Buffer.from(text, 'utf16le'));
      writeFileSync(scratch('work', 'be.txt'), Buffer.from(text, 'utf16le').swap16());
      writeFileSync(scratch('work', 'big.p12'), Buffer.alloc(9 * 1024 * 1024, 7));
      const { detail = '' } = failed('--untracked');
      for (const place of ['be.txt:2', 'le.txt:2', 'big.p12:1']) {
        assert.ok(detail.includes(place), place);
      }
    });

    it('does not take a new mode for new lines', () => {
      repository.write('run.sh', `#!/bin/sh\necho ${key}\n`);
      repository.git('add', '-A');
      repository.git('commit', '-qm', 'old sin');
      chmodSync(scratch('work', 'run.sh'), 0o755);
      repository.git('config', 'diff.interHunkContext', '10');
      assert.equal(saved().commit, repository.head());
      repository.write('run.sh', `#!/bin/sh\n# new\necho ${key}\n# new\n`);
      assert.equal(saved().commit, repository.head());
    });

    it('keeps it out of the commit message', () => {
      change();
      saved('--context', `using ${key} now`);
      assert.ok(!repository.git('log', '-1', '--format=%B').includes(key));
    });
  });
});
