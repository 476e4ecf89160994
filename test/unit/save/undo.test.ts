import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { baton, batonMeanwhile, json } from '../../support/baton';
import type { Failed } from '../../support/saved';
import { useScratchFolder } from '../../support/scratchFolder';
import { type WorkRepository, workRepository } from '../../support/workRepository';

describe('baton save --undo and --squash', function () {
  this.timeout(60_000);
  const scratch = useScratchFolder();
  let repository: WorkRepository;

  beforeEach(() => {
    repository = workRepository(scratch('work'));
  });

  let version = 1;
  function checkpoint(): string {
    repository.write('src/login.ts', `export const login = ${++version};\n`);
    assert.equal(baton(repository.root, ['save']).code, 0);
    return repository.head();
  }
  const run = (...args: string[]) => baton(repository.root, ['save', '--json', ...args]);
  function refused(reason: string, ...args: string[]): void {
    const before = [repository.head(), ...repository.status()];
    const done = run(...args);
    assert.equal(done.code, 1);
    assert.equal(json<Failed>(done).error.reason, reason);
    assert.deepEqual([repository.head(), ...repository.status()], before);
  }
  const state = () =>
    JSON.parse(readFileSync(scratch('work', '.claude', 'session-state.json'), 'utf8')) as Record<
      string,
      unknown
    >;

  describe('undo', () => {
    it('takes one checkpoint back after the other, files untouched', () => {
      const first = repository.head();
      const second = checkpoint();
      repository.write('new.ts');
      repository.remove('README.md');
      run('--untracked');
      assert.equal(run('--undo').code, 0);
      assert.equal(repository.head(), second);
      assert.deepEqual(repository.status(), ['D README.md', '?? new.ts']);
      assert.equal(state().git_commit, second.slice(0, 7));
      assert.equal(run('--undo').code, 0);
      assert.equal(repository.head(), first);
      assert.match(readFileSync(scratch('work', 'src', 'login.ts'), 'utf8'), /login = \d/);
      assert.equal(repository.git('for-each-ref', 'refs/baton/undo'), '');
      refused('not-a-checkpoint', '--undo');
    });

    it('reads a log that shows signatures', () => {
      repository.git('config', 'log.showSignature', 'true');
      checkpoint();
      assert.equal(run('--undo').code, 0);
    });

    it('is done once when two ask at once', async () => {
      checkpoint();
      const both = await Promise.all(
        [1, 2].map(() => batonMeanwhile(repository.root, ['save', '--undo', '--json'])),
      );
      assert.deepEqual(both.map(({ code }) => code).toSorted(), [0, 1]);
      assert.ok(both.every(({ stderr }) => !stderr.includes('unexpectedly')));
      assert.deepEqual(repository.subjects(), ['first']);
    });

    it('leaves what others committed', () => {
      checkpoint();
      repository.git('commit', '-q', '--allow-empty', '-m', 'WIP: x - checkpoint');
      refused('not-a-checkpoint', '--undo');
    });

    it('leaves what is pushed', () => {
      repository.addRemote();
      checkpoint();
      repository.git('push', '-q', 'origin', 'HEAD');
      refused('already-pushed', '--undo');
    });

    it('leaves what was staged since', () => {
      checkpoint();
      repository.write('README.md', 'staged since\n');
      repository.git('add', 'README.md');
      refused('staged-since', '--undo');
      repository.git('restore', '--staged', 'README.md');
      assert.equal(run('--undo').code, 0);
      assert.equal(readFileSync(scratch('work', 'README.md'), 'utf8'), 'staged since\n');
    });

    it('is refused in a merge, detached and outside of a repository', () => {
      checkpoint();
      repository.git('checkout', '-q', '--detach');
      refused('no-checkpoint', '--undo');
      repository.git('checkout', '-q', 'feature/login');
      repository.git('checkout', '-q', '-b', 'other', 'HEAD^');
      repository.git('commit', '-q', '--allow-empty', '-m', 'theirs');
      repository.git('checkout', '-q', 'feature/login');
      repository.git('merge', '--no-commit', '--no-ff', '-q', 'other');
      refused('in-progress', '--undo');
      const done = baton(scratch(), ['save', '--undo', '--json']);
      assert.equal(json<Failed>(done).error.reason, 'no-repository');
    });

    it('keeps the refs of the last checkpoints only', () => {
      const count = () => repository.git('for-each-ref', 'refs/baton/undo').split('\n').length;
      for (let number = 0; number < 60; number++) {
        repository.git('update-ref', `refs/baton/undo/${String(number).padStart(40, '0')}`, 'HEAD');
      }
      assert.equal(count(), 60);
      checkpoint();
      assert.equal(count(), 26);
      assert.equal(run('--undo').code, 0);
    });
  });

  describe('squash', () => {
    it('folds the checkpoints into one commit and keeps the old ones', () => {
      repository.git('commit', '-q', '--allow-empty', '-m', 'mine');
      const base = repository.head();
      checkpoint();
      const middle = checkpoint();
      const tip = checkpoint();
      repository.write('README.md', 'not staged\n');
      const done = run('--squash', 'Add the login form');
      assert.equal(done.code, 0, done.stderr);
      const { commit, squashed, backup } = json<{
        commit: string;
        squashed: string[];
        backup: string;
      }>(done);
      assert.equal(commit, repository.head());
      assert.equal(squashed.length, 3);
      assert.ok(squashed.includes(middle));
      assert.deepEqual(repository.subjects(), ['Add the login form', 'mine', 'first']);
      assert.equal(repository.git('rev-parse', 'HEAD^'), base);
      assert.equal(repository.git('rev-parse', backup), tip);
      assert.equal(repository.git('diff', '--stat', tip, 'HEAD'), '');
      assert.deepEqual(repository.status(), ['M README.md']);
      assert.equal(state().git_commit, repository.head().slice(0, 7));
      refused('no-checkpoints', '--squash', 'again');
    });

    it('stops at what is pushed', () => {
      repository.addRemote();
      checkpoint();
      const pushed = repository.head();
      repository.git('push', '-q', 'origin', 'HEAD');
      refused('no-checkpoints', '--squash', 'Nothing left');
      checkpoint();
      checkpoint();
      assert.equal(run('--squash', 'The rest').code, 0);
      assert.equal(repository.git('rev-parse', 'HEAD^'), pushed);
    });

    it('obeys the commit-msg hook', () => {
      checkpoint();
      repository.hook('commit-msg', 'grep -q "^feat:" "$1" || { echo "no type" >&2; exit 1; }');
      refused('hook-failed', '--squash', 'login');
      assert.equal(run('--squash', 'feat: login').code, 0);
      assert.equal(repository.subjects()[0], 'feat: login');
    });

    it('takes messages of several lines, and none that is empty', () => {
      checkpoint();
      refused('no-message', '--squash', '  ');
      assert.equal(run('--squash=--exec=x\n\nbody of it').code, 0);
      assert.equal(repository.git('log', '-1', '--format=%B'), '--exec=x\n\nbody of it');
    });

    it('does not go with --undo', () => {
      assert.equal(run('--undo', '--squash', 'x').code, 2);
      assert.equal(run('--undo', '--sync').code, 2);
      assert.equal(run('--squash=').code, 2);
    });
  });
});
