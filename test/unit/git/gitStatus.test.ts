import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { createGit } from '../../../src/core/git/git';
import { isCommittable, parseStatus, statusArguments } from '../../../src/core/git/gitStatus';
import { useScratchFolder } from '../../support/scratchFolder';
import { type WorkRepository, workRepository } from '../../support/workRepository';

describe('git status', function () {
  this.timeout(30_000);
  const scratch = useScratchFolder();
  let repository: WorkRepository;
  beforeEach(() => {
    repository = workRepository(scratch('work'));
  });
  const read = async () => {
    const env = { PATH: process.env.PATH, HOME: '/nonexistent-home' };
    return parseStatus(await createGit({ root: repository.root, env }).run(statusArguments));
  };

  it('tells branch, commit, upstream and how far ahead', async () => {
    assert.deepEqual(await read(), {
      commit: repository.head(),
      branch: 'feature/login',
      upstream: null,
      ahead: null,
      changes: [],
      unmerged: [],
      untracked: [],
    });
    repository.addRemote();
    repository.git('push', '-q', '-u', 'origin', 'HEAD');
    repository.git('commit', '-q', '--allow-empty', '-m', 'second');
    const { upstream, ahead } = await read();
    assert.deepEqual([upstream, ahead], ['origin/feature/login', 1]);
    repository.git('checkout', '-q', '--detach');
    assert.equal((await read()).branch, null);
  });

  it('tells every kind of change, with odd names', async () => {
    repository.write('both.txt');
    repository.write('gone.txt');
    repository.write('moved.txt');
    repository.git('add', '-A');
    repository.git('commit', '-qm', 'more');
    repository.write('both.txt', 'staged\n');
    repository.git('add', 'both.txt');
    repository.write('both.txt', 'and more\n');
    repository.remove('gone.txt');
    renameSync(scratch('work', 'moved.txt'), scratch('work', 'moved 한국 "x".txt'));
    repository.git('add', '-A', 'moved.txt', 'moved 한국 "x".txt');
    repository.write('intended.txt');
    repository.git('add', '-N', 'intended.txt');
    repository.write('new folder/a\nb.txt');
    const { changes, untracked } = await read();
    assert.deepEqual(
      changes.map(({ path, staged, working }) => `${staged}${working} ${path}`).toSorted(),
      ['.A intended.txt', '.D gone.txt', 'A. moved 한국 "x".txt', 'D. moved.txt', 'MM both.txt'],
    );
    assert.deepEqual(untracked, ['new folder/']);
    assert.ok(changes.every(isCommittable));
  });

  it('tells a repository without a commit', () => {
    const status = parseStatus('# branch.oid (initial)\0# branch.head main\0? a b.txt\0');
    assert.deepEqual([status.commit, status.branch], [null, 'main']);
    assert.deepEqual(status.untracked, ['a b.txt']);
  });

  it('tells unmerged files', () => {
    const id = '0'.repeat(40);
    const entry = `u UU N... 100644 100644 100644 100644 ${id} ${id} ${id} with space.txt`;
    assert.deepEqual(parseStatus(`${entry}\0`).unmerged, ['with space.txt']);
  });

  it('knows which submodules a commit could take in', () => {
    const id = '0'.repeat(40);
    const submodule = (state: string) =>
      parseStatus(`1 .M ${state} 160000 160000 160000 ${id} ${id} lib\0`).changes[0];
    for (const [state, takes] of [
      ['SC..', true],
      ['SCMU', true],
      ['S.M.', false],
      ['S..U', false],
    ] as const) {
      const change = submodule(state);
      assert.ok(change);
      assert.equal(isCommittable(change), takes, state);
    }
  });
});
