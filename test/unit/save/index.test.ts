import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { baton, json } from '../../support/baton';
import { git } from '../../support/git';
import type { Failed, Saved } from '../../support/saved';
import { useScratchFolder } from '../../support/scratchFolder';
import { until } from '../../support/until';
import { type WorkRepository, workRepository } from '../../support/workRepository';

/** A save that takes in a new file, which needs more than `git commit --all`. */
describe('the index at a save', function () {
  this.timeout(60_000);
  const scratch = useScratchFolder();
  let repository: WorkRepository;
  const handover = '.claude/sdd/handover/session.md';

  beforeEach(() => {
    repository = workRepository(scratch('work'));
  });

  const run = (...args: string[]) => baton(repository.root, ['save', '--json', ...args]);
  const failed = (...args: string[]): Failed['error'] => {
    const done = run(...args);
    assert.equal(done.code, 1, done.stdout);
    return json<Failed>(done).error;
  };
  const entries = () => repository.git('ls-files', '--stage');
  const leftovers = () =>
    readdirSync(scratch('work', '.git')).filter((name) => /^baton-(?!id)|\.lock$/.test(name));
  function stageInPart(): void {
    repository.write('src/login.ts', 'export const login = "staged";\n');
    repository.git('add', 'src/login.ts');
    repository.write('src/login.ts', 'export const login = "more";\n');
    repository.write(handover, '# Session\n');
  }

  it('is as it was when a hook refuses new files alone, and the hook is heard', () => {
    repository.hook('pre-commit', 'echo LINT FAILED >&2; exit 1');
    repository.write('new.ts');
    const before = entries();
    const error = failed('--untracked');
    assert.equal(error.reason, 'hook-failed');
    assert.match(error.detail ?? '', /LINT FAILED/);
    assert.equal(entries(), before);
    assert.deepEqual(leftovers(), []);
  });

  it('is as it was when git does not know who commits', () => {
    repository.git('config', '--unset', 'user.email');
    repository.git('config', 'user.useConfigOnly', 'true');
    repository.write(handover, '# Session\n');
    assert.equal(failed().reason, 'no-identity');
    assert.deepEqual(repository.status(), ['?? .claude/']);
  });

  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    it(`is as it was when a save is ended by ${signal} in a hook`, async () => {
      stageInPart();
      const before = entries();
      repository.hook('pre-commit', `touch ${scratch('began')}; sleep 60`);
      const child = spawn(process.execPath, [path.resolve('dist/cli.js'), 'save'], {
        cwd: repository.root,
        stdio: 'ignore',
        detached: true,
        env: { PATH: process.env.PATH, HOME: '/nonexistent-home' },
      });
      const ended = once(child, 'exit');
      await until(() => existsSync(scratch('began')));
      // As Ctrl-C in a terminal: all of them.
      process.kill(-(child.pid ?? 0), signal);
      await ended;
      assert.equal(entries(), before);
      assert.deepEqual(repository.subjects(), ['first']);
      repository.hook('pre-commit', 'true');
      assert.equal(json<Saved>(run()).commit, repository.head());
      assert.equal(run('--undo').code, 0);
      assert.equal(entries(), before);
    });
  }

  it('keeps what a hook staged, and what it formatted', () => {
    repository.hook('pre-commit', 'echo formatted > src/login.ts; git add src/login.ts');
    repository.write('src/login.ts', 'export const login = 2;\n');
    repository.write(handover, '# Session\n');
    assert.equal(run().code, 0);
    assert.equal(repository.git('show', 'HEAD:src/login.ts'), 'formatted');
    assert.deepEqual(repository.status(), []);
  });

  it('keeps what somebody stages while a hook runs', () => {
    repository.write(handover, '# Session\n');
    repository.write('other.ts');
    // Another terminal, with its own environment.
    repository.hook(
      'pre-commit',
      `env -u GIT_INDEX_FILE -u GIT_DIR git -C ${repository.root} add other.ts`,
    );
    assert.equal(run().code, 0);
    assert.deepEqual(repository.committed(), [`A\t${handover}`]);
    assert.deepEqual(repository.status(), ['A  other.ts']);
  });

  it('waits for another git', () => {
    stageInPart();
    const before = entries();
    repository.write('.git/index.lock', '');
    const error = failed();
    assert.equal(error.reason, 'git-busy');
    repository.remove('.git/index.lock');
    assert.deepEqual(repository.subjects(), ['first']);
    assert.equal(entries(), before);
  });

  it('goes with HEAD at an undo, or neither moves', () => {
    stageInPart();
    const before = entries();
    run();
    const tip = repository.head();
    repository.write('.git/index.lock', '');
    assert.equal(json<Failed>(run('--undo')).error.reason, 'git-busy');
    repository.remove('.git/index.lock');
    assert.equal(repository.head(), tip);
    assert.equal(run('--undo').code, 0);
    assert.equal(entries(), before);
  });

  it('forgets the copies of those that were killed long ago', () => {
    const old = scratch('work', '.git', 'baton-index-abc123');
    const young = scratch('work', '.git', 'baton-index-def456');
    mkdirSync(old);
    mkdirSync(young);
    utimesSync(old, new Date(0), new Date(0));
    repository.write(handover, '# Session\n');
    run();
    assert.deepEqual([existsSync(old), existsSync(young)], [false, true]);
  });

  it('takes the handover folder in where only a part is checked out', () => {
    repository.git('sparse-checkout', 'set', '--cone', 'src');
    repository.write(handover, '# Session\n');
    assert.equal(run().code, 0);
    assert.deepEqual(repository.committed(), [`A\t${handover}`]);
  });

  it('commits that local state is tracked no longer', () => {
    repository.write('.claude/session-state.json', '{"mode":"quick"}');
    repository.git('add', '-f', '.claude/session-state.json');
    repository.git('commit', '-qm', 'tracked');
    repository.git('rm', '-q', '--cached', '.claude/session-state.json');
    repository.write('src/login.ts', 'export const login = 5;\n');
    run();
    assert.deepEqual(repository.committed(), ['D\t.claude/session-state.json', 'M\tsrc/login.ts']);
    assert.equal(repository.git('ls-files', '.claude'), '');
  });

  it('says that an ignored handover folder does not travel', () => {
    repository.write('.gitignore', '.claude/\n');
    repository.git('add', '-A');
    repository.git('commit', '-qm', 'ignore');
    assert.deepEqual(
      json<Saved>(run()).warnings.filter((each) => each.includes('travel')),
      [],
    );
    repository.write(handover, '# Session\n');
    assert.match(json<Saved>(run()).warnings.join(), /handover\/ is ignored by git/);
  });

  it('does not follow a link out of the project', () => {
    mkdirSync(scratch('outside'));
    repository.git('config', 'core.symlinks', 'true');
    git(
      scratch(),
      '-c',
      'alias.link=!ln -s',
      'link',
      scratch('outside'),
      scratch('work', '.claude'),
    );
    repository.write('src/login.ts', 'export const login = 6;\n');
    assert.equal(failed().reason, 'outside');
    assert.deepEqual(readdirSync(scratch('outside')), []);
    assert.deepEqual(repository.subjects(), ['first']);
  });

  it('waits for no process that a hook left in the background', () => {
    repository.hook('post-commit', `(sleep 30; touch ${scratch('late')}) &`);
    repository.write('src/login.ts', 'export const login = 7;\n');
    assert.equal(run().code, 0);
    assert.ok(!existsSync(scratch('late')));
  });

  describe('with misleading words of a hook', () => {
    for (const [what, words] of [
      ['an error about user.email', 'src/a.ts: error TS18048: user.email is possibly undefined'],
      ['a lock file', 'removing node_modules/x/index.lock'],
    ] as const) {
      it(`${what} is still the hook's`, () => {
        repository.hook('pre-commit', `echo x >> ${scratch('runs')}; echo "${words}" >&2; exit 1`);
        repository.write('src/login.ts', 'export const login = 8;\n');
        const error = failed();
        assert.equal(error.reason, 'hook-failed');
        assert.ok(error.detail?.includes(words));
        assert.equal(readFileSync(scratch('runs'), 'utf8'), 'x\n');
      });
    }

    it('a hook that may not be run is not blamed', () => {
      repository.write('.git/hooks/commit-msg', '#!/bin/sh\nexit 1\n');
      repository.write('.git/refs/heads/feature/login.lock', '');
      repository.write('src/login.ts', 'export const login = 9;\n');
      assert.equal(failed().reason, 'git-busy');
    });
  });
});
