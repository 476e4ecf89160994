import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createGit } from '../../../src/core/git/git';
import { GitFailure } from '../../../src/core/git/gitFailure';
import { gitEnvironment } from '../../../src/core/git/gitEnvironment';
import { UserError } from '../../../src/core/support/errors';
import { useScratchFolder } from '../../support/scratchFolder';
import { until } from '../../support/until';
import { workRepository } from '../../support/workRepository';

describe('git', function () {
  this.timeout(30_000);
  const scratch = useScratchFolder();
  const env = { PATH: process.env.PATH, HOME: '/nonexistent-home' };
  const open = () => {
    const repository = workRepository(scratch('work'));
    return { repository, git: createGit({ root: repository.root, env }) };
  };

  it('gives the output, and a failure by exit code even where git says nothing', async () => {
    const { git, repository } = open();
    assert.equal(await git.run(['rev-parse', 'HEAD']), `${repository.head()}\n`);
    const silent = ['rev-parse', '--verify', '--quiet', 'refs/heads/none'];
    assert.deepEqual(await git.ask(silent), { code: 1, stdout: '', stderr: '' });
    await assert.rejects(git.run(silent), (error) => {
      assert.ok(error instanceof GitFailure);
      assert.equal(error.output.code, 1);
      return true;
    });
  });

  it('passes its input', async () => {
    const { git } = open();
    const hash = await git.run(['hash-object', '--stdin'], { input: 'text\n' });
    assert.equal(hash.trim(), '8e27be7d6154a1f68ea9160ef0e18691d20560dc');
  });

  it('ends when it is cancelled, and when it says nothing for too long', async () => {
    const { git, repository } = open();
    repository.hook('pre-commit', `touch ${scratch('began')}; exec sleep 20`);
    const cancel = new AbortController();
    const commit = git.run(['commit', '--allow-empty', '-m', 'x'], { signal: cancel.signal });
    const watched = assert.rejects(commit, (error) => UserError.is(error, 'cancelled'));
    await until(() => existsSync(scratch('began')));
    cancel.abort();
    await watched;
    // It takes the lock of the index with it, a moment after it was told to end.
    await until(() => !existsSync(path.join(repository.root, '.git', 'index.lock')));
    await assert.rejects(
      git.run(['commit', '--allow-empty', '-m', 'x'], { silentMs: 300 }),
      (error) => UserError.is(error, 'git-timeout'),
    );
    assert.deepEqual(repository.subjects(), ['first']);
  });

  it('says that git is not there', async () => {
    const { repository } = open();
    const git = createGit({ root: repository.root, env: { PATH: scratch('empty') } });
    await assert.rejects(git.run(['status']), (error) => UserError.is(error, 'git-missing'));
  });

  it('is not turned to another repository by the environment of a hook', async () => {
    const { repository } = open();
    const other = workRepository(scratch('other'));
    other.git('commit', '-q', '--allow-empty', '-m', 'other');
    const git = createGit({
      root: repository.root,
      env: { ...env, GIT_DIR: scratch('other', '.git'), GIT_WORK_TREE: scratch('other') },
    });
    assert.equal((await git.run(['log', '-1', '--format=%s'])).trim(), 'first');
  });

  it('lets hooks see the environment of the user, and use short options', async () => {
    const { repository } = open();
    const seen = scratch('seen');
    repository.hook(
      'pre-commit',
      `git branch --show-c > ${seen}; echo "$LANGUAGE_SERVER" >> ${seen}`,
    );
    const git = createGit({ root: repository.root, env: { ...env, LANGUAGE_SERVER: 'on' } });
    await git.run(['commit', '--allow-empty', '-m', 'x']);
    assert.equal(readFileSync(seen, 'utf8'), 'feature/login\non\n');
  });

  describe('environment', () => {
    const given = (variables: NodeJS.ProcessEnv) => gitEnvironment(variables);

    for (const name of [
      'GIT_DIR',
      'GIT_INDEX_FILE',
      'GIT_WORK_TREE',
      'EDITOR',
      'GIT_PAGER',
      'Pager',
    ]) {
      it(`leaves ${name} out`, () => {
        assert.ok(!(name in given({ [name]: 'x' })));
      });
    }
    for (const name of [
      'PATH',
      'SSH_AUTH_SOCK',
      'GIT_AUTHOR_NAME',
      'GIT_SSH_COMMAND',
      'https_proxy',
    ]) {
      it(`keeps ${name}`, () => {
        assert.equal(given({ [name]: 'x' })[name], 'x');
      });
    }
    it('lets nothing ask', () => {
      const variables = given({ GIT_ASKPASS: '/bin/ask', SSH_ASKPASS: '/bin/ask' });
      assert.equal(variables.GIT_ASKPASS, '');
      assert.equal(variables.SSH_ASKPASS, '');
      assert.equal(variables.GIT_TERMINAL_PROMPT, '0');
    });
  });
});
