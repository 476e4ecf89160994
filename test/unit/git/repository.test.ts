import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findRepository, readHead, type Head } from '../../../src/core/git/repository';
import { excludeLocalState } from '../../../src/core/git/localExclude';
import { findProjectRoot, repositoryOf } from '../../../src/core/projectRoot';
import { UserError } from '../../../src/core/support/errors';
import { commitAll, git, initRepository } from '../../support/git';
import { useScratchFolder } from '../../support/scratchFolder';

function headOf(directory: string): Head | undefined {
  const repository = findRepository(directory);
  return repository && readHead(repository);
}

describe('repository, read without running git', () => {
  const scratch = useScratchFolder();

  it('finds none', () => {
    assert.equal(findRepository(scratch()), undefined);
  });

  it('does not take an empty .git folder for one', () => {
    mkdirSync(scratch('.git'));
    assert.equal(findRepository(scratch()), undefined);
  });

  it('knows the branch before the first commit', () => {
    initRepository(scratch());
    assert.deepEqual(headOf(scratch()), { branch: 'main', commit: null });
  });

  it('agrees with git on branch and commit, from a folder below, with a slash in the name', () => {
    initRepository(scratch());
    commitAll(scratch());
    git(scratch(), 'checkout', '-q', '-b', 'feature/ünï/코드');
    const commit = commitAll(scratch());
    mkdirSync(scratch('a', 'b'), { recursive: true });
    assert.deepEqual(headOf(scratch('a', 'b')), { branch: 'feature/ünï/코드', commit });
  });

  it('reads packed refs', () => {
    initRepository(scratch());
    const commit = commitAll(scratch());
    git(scratch(), 'pack-refs', '--all');
    assert.deepEqual(headOf(scratch()), { branch: 'main', commit });
  });

  it('knows a detached HEAD', () => {
    initRepository(scratch());
    const commit = commitAll(scratch());
    git(scratch(), 'checkout', '-q', '--detach');
    assert.deepEqual(headOf(scratch()), { branch: null, commit });
  });

  it('knows a linked worktree and its main one, and both after a move', () => {
    mkdirSync(scratch('main'));
    initRepository(scratch('main'));
    const commit = commitAll(scratch('main'));
    git(scratch('main'), 'worktree', 'add', '-q', '-b', 'side', scratch('side'));
    const found = findRepository(scratch('side'));
    assert.equal(found?.mainRoot, scratch('main'));
    assert.equal(found.commonDirectory, scratch('main', '.git'));
    assert.deepEqual(headOf(scratch('side')), { branch: 'side', commit });
    assert.equal(findRepository(scratch('main'))?.mainRoot, undefined);
    git(scratch('main'), 'worktree', 'move', scratch('side'), scratch('moved'));
    assert.equal(findRepository(scratch('moved'))?.mainRoot, scratch('main'));
  });

  it('does not believe a .git file that claims a worktree of somebody else', () => {
    mkdirSync(scratch('main'));
    initRepository(scratch('main'));
    commitAll(scratch('main'));
    git(scratch('main'), 'worktree', 'add', '-q', '-b', 'side', scratch('side'));
    mkdirSync(scratch('hostile'));
    writeFileSync(
      scratch('hostile', '.git'),
      `gitdir: ${scratch('main', '.git', 'worktrees', 'side')}\n`,
    );
    assert.equal(findRepository(scratch('hostile'))?.mainRoot, undefined);
  });

  it('does not believe a folder that names the repository of somebody else as its own', () => {
    mkdirSync(scratch('victim'));
    initRepository(scratch('victim'));
    commitAll(scratch('victim'));
    const claim = (gitDirectory: string) => {
      writeFileSync(path.join(gitDirectory, 'HEAD'), 'ref: refs/heads/main\n');
      writeFileSync(path.join(gitDirectory, 'commondir'), scratch('victim', '.git'));
    };
    mkdirSync(scratch('hostile', '.git'), { recursive: true });
    claim(scratch('hostile', '.git'));
    writeFileSync(scratch('hostile', '.git', 'gitdir'), scratch('hostile', '.git'));
    mkdirSync(scratch('hostile2', 'evil'), { recursive: true });
    claim(scratch('hostile2', 'evil'));
    writeFileSync(scratch('hostile2', '.git'), 'gitdir: evil\n');
    writeFileSync(scratch('hostile2', 'evil', 'gitdir'), scratch('hostile2', '.git'));
    for (const name of ['hostile', 'hostile2']) {
      const found = findRepository(scratch(name));
      assert.equal(found?.mainRoot, undefined, name);
      assert.ok(found?.commonDirectory.startsWith(scratch(name)), name);
      assert.deepEqual(headOf(scratch(name)), { branch: 'main', commit: null }, name);
    }
  });

  it('does not take a repository for its own that a .git file only names', () => {
    mkdirSync(scratch('victim'));
    initRepository(scratch('victim'));
    mkdirSync(scratch('hostile'));
    writeFileSync(scratch('hostile', '.git'), 'gitdir: ../victim/.git\n');
    assert.equal(findRepository(scratch('hostile'))?.isOwn, false);
    assert.equal(findRepository(scratch('victim'))?.isOwn, true);
  });

  it('does not open a path of another host', () => {
    writeFileSync(scratch('.git'), `gitdir: /${scratch('elsewhere')}\n`);
    mkdirSync(scratch('elsewhere'));
    writeFileSync(scratch('elsewhere', 'HEAD'), 'ref: refs/heads/main\n');
    assert.equal(findRepository(scratch()), undefined);
  });

  it('knows a worktree that was moved by hand', () => {
    mkdirSync(scratch('main'));
    initRepository(scratch('main'));
    const commit = commitAll(scratch('main'));
    git(scratch('main'), 'worktree', 'add', '-q', '-b', 'side', scratch('side'));
    renameSync(scratch('side'), scratch('moved'));
    assert.equal(findRepository(scratch('moved'))?.mainRoot, scratch('main'));
    assert.deepEqual(headOf(scratch('moved')), { branch: 'side', commit });
  });

  it('does not wait for a pipe', () => {
    mkdirSync(scratch('.git'));
    execFileSync('mkfifo', [scratch('.git', 'HEAD')]);
    assert.equal(findRepository(scratch()), undefined);
  });

  it('knows a submodule', () => {
    mkdirSync(scratch('library'));
    initRepository(scratch('library'));
    const commit = commitAll(scratch('library'));
    mkdirSync(scratch('app'));
    initRepository(scratch('app'));
    git(
      scratch('app'),
      '-c',
      'protocol.file.allow=always',
      'submodule',
      'add',
      '-q',
      scratch('library'),
      'lib',
    );
    const found = findRepository(scratch('app', 'lib'));
    assert.equal(found?.root, scratch('app', 'lib'));
    assert.equal(found.mainRoot, undefined);
    assert.equal(found.isOwn, true);
    assert.deepEqual(headOf(scratch('app', 'lib')), { branch: 'main', commit });
  });

  describe('project root', () => {
    const home = () => {
      mkdirSync(scratch('home'), { recursive: true });
      return scratch('home');
    };

    it('is the git top level, also through a link', () => {
      mkdirSync(scratch('project', 'src'), { recursive: true });
      initRepository(scratch('project'));
      symlinkSync(scratch('project'), scratch('link'));
      for (const start of ['project', 'project/src', 'link/src']) {
        assert.equal(findProjectRoot(scratch(start), home()), scratch('project'), start);
      }
    });

    it('is the folder itself without a repository', () => {
      assert.equal(findProjectRoot(scratch(), home()), scratch());
    });

    it('is never the home folder, even when that is a repository', () => {
      initRepository(home());
      mkdirSync(scratch('home', 'notes'));
      const notes = scratch('home', 'notes');
      assert.equal(findProjectRoot(notes, home()), notes);
      assert.equal(repositoryOf(notes, home()), undefined);
      assert.throws(
        () => findProjectRoot(home(), home()),
        (error) => UserError.is(error, 'home-folder'),
      );
    });

    it('does not read the home folder as the main worktree either', () => {
      initRepository(home());
      commitAll(home());
      git(home(), 'worktree', 'add', '-q', '-b', 'side', scratch('side'));
      assert.equal(repositoryOf(scratch('side'), scratch('elsewhere'))?.mainRoot, home());
      assert.equal(repositoryOf(scratch('side'), home())?.mainRoot, undefined);
    });

    it('says when there is no such folder, or it is a file', () => {
      writeFileSync(scratch('file'), '');
      for (const name of ['gone', 'file']) {
        assert.throws(
          () => findProjectRoot(scratch(name), home()),
          (error) => UserError.is(error, 'no-folder'),
        );
      }
    });
  });

  it('excludes local state once, and keeps what is there', () => {
    initRepository(scratch());
    writeFileSync(scratch('.git', 'info', 'exclude'), 'mine');
    const repository = findRepository(scratch());
    assert.ok(repository);
    excludeLocalState(repository);
    excludeLocalState(repository);
    mkdirSync(scratch('.claude', 'state'), { recursive: true });
    for (const name of [
      '.session-state.json.42-abc.tmp',
      'session-state.json',
      'session-state.json.bak',
      'session-context.json',
      'state/x',
    ]) {
      writeFileSync(scratch('.claude', name), '');
    }
    writeFileSync(scratch('mine'), '');
    writeFileSync(scratch('other'), '');
    assert.equal(git(scratch(), 'status', '--porcelain'), '?? other');
  });

  it('does not write through a link out of the repository', () => {
    initRepository(scratch());
    const repository = findRepository(scratch());
    assert.ok(repository);
    mkdirSync(scratch('elsewhere'));
    rmSync(scratch('.git', 'info'), { recursive: true });
    symlinkSync(scratch('elsewhere'), scratch('.git', 'info'));
    assert.throws(() => {
      excludeLocalState(repository);
    }, /out of the project/);
    assert.deepEqual(readdirSync(scratch('elsewhere')), []);
  });
});
