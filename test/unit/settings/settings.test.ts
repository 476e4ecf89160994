import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { repositoryOf } from '../../../src/core/projectRoot';
import { dataFolder } from '../../../src/core/settings/dataFolder';
import { ensureRepositoryId, readRepositoryId } from '../../../src/core/settings/repositoryId';
import { mirrorSettings, readSettings } from '../../../src/core/settings/settings';
import { commitAll, git, initRepository } from '../../support/git';
import { useScratchFolder } from '../../support/scratchFolder';

describe('data folder', () => {
  type Env = Record<string, string>;
  const cases: [platform: NodeJS.Platform, env: Env, folder: string][] = [
    ['linux', {}, '/home/me/.local/share/baton'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/baton'],
    ['darwin', { XDG_DATA_HOME: '/data' }, '/home/me/Library/Application Support/baton'],
    ['win32', { LOCALAPPDATA: '/local' }, '/local/baton'],
    ['linux', { BATON_HOME: '/elsewhere', XDG_DATA_HOME: '/data' }, '/elsewhere'],
  ];
  for (const [platform, env, folder] of cases) {
    it(`is ${folder} on ${platform} with ${JSON.stringify(env)}`, () => {
      assert.equal(dataFolder({ platform, env, home: '/home/me' }), folder);
    });
  }
});

describe('repository id', () => {
  const scratch = useScratchFolder();
  const home = '/nonexistent';
  const idOf = async (root: string) => readRepositoryId(root, await repositoryOf(root, home));
  const makeId = async (root: string) => ensureRepositoryId(root, await repositoryOf(root, home));

  it('is the same for everybody who asks, also at once', async () => {
    initRepository(scratch());
    assert.equal(await idOf(scratch()), undefined);
    const ids = await Promise.all(Array.from({ length: 20 }, () => makeId(scratch())));
    assert.equal(new Set(ids).size, 1);
    assert.equal(await idOf(scratch()), ids[0]);
    assert.equal(git(scratch(), 'status', '--porcelain'), '');
    const left = readdirSync(scratch('.git')).filter((name) => name.startsWith('baton-id'));
    assert.deepEqual(left, ['baton-id']);
  });

  it('survives a move and is shared by worktrees', async () => {
    mkdirSync(scratch('a'));
    initRepository(scratch('a'));
    commitAll(scratch('a'));
    const id = await makeId(scratch('a'));
    git(scratch('a'), 'worktree', 'add', '-q', '-b', 'side', scratch('side'));
    assert.equal(await idOf(scratch('side')), id);
    git(scratch('a'), 'worktree', 'remove', scratch('side'));
    renameSync(scratch('a'), scratch('b'));
    assert.equal(await idOf(scratch('b')), id);
  });

  it('is kept beside the state without a repository', async () => {
    const id = await makeId(scratch());
    assert.equal(readFileSync(scratch('.claude', 'state', 'project-id'), 'utf8'), `${id}\n`);
  });

  it('is not taken from a file that holds none', async () => {
    initRepository(scratch());
    writeFileSync(scratch('.git', 'baton-id'), '../../etc');
    assert.equal(await idOf(scratch()), undefined);
  });
});

describe('settings', () => {
  const scratch = useScratchFolder();
  const place = (env: Record<string, string> = {}) => ({
    root: scratch('project'),
    home: '/nonexistent',
    platform: 'linux' as const,
    env: { BATON_HOME: scratch('data'), ...env },
  });
  beforeEach(() => {
    mkdirSync(scratch('project'));
    initRepository(scratch('project'));
  });

  it('are empty by default, and leave no trace', async () => {
    await mirrorSettings(place(), { sddDir: '' });
    assert.deepEqual(await readSettings(place()), { sddDir: undefined });
    assert.deepEqual(readdirSync(scratch()), ['project']);
    assert.equal(readdirSync(scratch('project', '.git')).includes('baton-id'), false);
  });

  it('of the editor reach every host, those of the environment come first', async () => {
    await mirrorSettings(place(), { sddDir: 'docs' });
    assert.equal((await readSettings(place())).sddDir, 'docs');
    assert.equal((await readSettings(place({ BATON_SDD_DIR: 'other' }))).sddDir, 'other');
    assert.equal(statSync(scratch('data')).mode & 0o777, 0o700);
    await mirrorSettings(place(), { sddDir: '' });
    assert.equal((await readSettings(place())).sddDir, '');
  });

  it('that are broken count as none', async () => {
    await mirrorSettings(place(), { sddDir: 'docs' });
    const [id = ''] = readdirSync(scratch('data', 'projects'));
    writeFileSync(scratch('data', 'projects', id, 'settings.json'), '{');
    assert.equal((await readSettings(place())).sddDir, undefined);
  });
});
