import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createProject } from '../../../src/core/project';
import { defaultWords, toSubject } from '../../../src/core/save/checkpointWords';
import type { SaveRequest } from '../../../src/core/save/save';
import { silentLogger } from '../../../src/core/support/logger';
import { commitAll, git, initRepository } from '../../support/git';
import { useScratchFolder } from '../../support/scratchFolder';

describe('words of a checkpoint', () => {
  it('are what is worked on, else the last part of the branch', () => {
    assert.equal(defaultWords({ working_on: ' Sign in \nmore' }, 'feature/user-auth'), 'Sign in');
    assert.equal(defaultWords({ working_on: ' ' }, 'feature/user-auth_v2'), 'user auth v2');
    assert.equal(defaultWords(null, 'main'), 'main');
    assert.equal(defaultWords(null, null), '');
  });

  it('make a subject of one line that is not too long', () => {
    assert.equal(toSubject('Sign in'), 'WIP: Sign in - checkpoint');
    assert.equal(toSubject('  '), 'WIP: work in progress - checkpoint');
    assert.equal(toSubject('x'.repeat(200)), `WIP: ${'x'.repeat(99)}… - checkpoint`);
  });
});

describe('the plan of a save', () => {
  const scratch = useScratchFolder();
  const write = (name: string, text = 'text') => {
    mkdirSync(path.dirname(scratch('project', name)), { recursive: true });
    writeFileSync(scratch('project', name), text);
  };
  const plan = async (mode: SaveRequest['mode']) => {
    const project = createProject({
      root: scratch('project'),
      home: tmpdir(),
      env: process.env,
      host: 'test',
      logger: silentLogger,
      now: () => new Date(),
    });
    const made = await project.savePlan(mode);
    project.dispose();
    return made;
  };
  const repository = (branch: string) => {
    mkdirSync(scratch('project'));
    initRepository(scratch('project'), branch);
    write('a.ts');
    commitAll(scratch('project'));
  };

  it('names the new files that a save leaves out unless asked', async () => {
    repository('feature/user-auth');
    write('new.ts');
    write('folder/one.ts');
    write('.claude/sdd/handover/session.md');
    write('.claude/state/x.json');
    assert.deepEqual(await plan('quick'), {
      words: 'user auth',
      mayCommit: true,
      newFiles: ['folder/', 'new.ts'],
      target: undefined,
    });
  });

  it('names where a push goes, only where one is wanted', async () => {
    repository('main');
    git(scratch('project'), 'remote', 'add', 'origin', scratch('remote.git'));
    assert.equal((await plan('quick')).target, undefined);
    const { target } = await plan('sync');
    assert.deepEqual(
      [target?.remote, target?.branch, target?.isDefaultBranch],
      ['origin', 'main', true],
    );
  });

  it('asks about a commit only where there will be one', async () => {
    repository('main');
    write('.claude/state/x.json');
    assert.equal((await plan('quick')).mayCommit, false);
    write('.claude/sdd/handover/session.md');
    assert.equal((await plan('quick')).mayCommit, true);
    commitAll(scratch('project'));
    write('a.ts', 'changed');
    assert.equal((await plan('quick')).mayCommit, true);
    git(scratch('project'), 'remote', 'add', 'origin', scratch('remote.git'));
    git(scratch('project'), 'checkout', '--quiet', '--detach');
    const detached = await plan('sync');
    assert.deepEqual([detached.mayCommit, detached.target], [false, undefined]);
  });

  it('is there without a repository, too', async () => {
    mkdirSync(scratch('project'));
    write('.claude/session-state.json', JSON.stringify({ working_on: 'Sign in' }));
    assert.deepEqual(await plan('full'), {
      words: 'Sign in',
      mayCommit: false,
      newFiles: [],
      target: undefined,
    });
  });
});
