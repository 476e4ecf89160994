import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createProject, type Project } from '../../../src/core/project';
import { progressOf } from '../../../src/core/snapshot';
import { silentLogger } from '../../../src/core/support/logger';
import { useScratchFolder } from '../../support/scratchFolder';

describe('the OpenSpec change in a snapshot', () => {
  const scratch = useScratchFolder();
  let project: Project;
  const change = 'openspec/changes/00027-login';
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(scratch(name)), { recursive: true });
    writeFileSync(scratch(name), text);
  };

  beforeEach(() => {
    write('.claude/session-state.json', JSON.stringify({ openspec: '00027' }));
    write(`${change}/proposal.md`, '# Signing in\n');
    write(`${change}/tasks.md`, '- [x] Model\n- [ ] Form\n');
    project = createProject({
      root: scratch(),
      home: tmpdir(),
      env: {},
      host: 'test',
      logger: silentLogger,
      now: () => new Date(),
    });
  });
  afterEach(() => {
    project.dispose();
  });

  it('is the one that the state names', async () => {
    const snapshot = await project.refresh();
    assert.equal(snapshot.openSpec?.title, 'Signing in');
    assert.deepEqual(progressOf(snapshot), { completed: 1, total: 2, percentage: 50 });
  });

  it('is the same object, and no change, until its files are different', async () => {
    const before = await project.refresh();
    let changes = 0;
    project.onDidChange(() => changes++);
    assert.equal((await project.refresh()).openSpec, before.openSpec);
    // Written again as it was.
    write(`${change}/tasks.md`, '- [x] Model\n- [ ] Form\n');
    assert.equal((await project.refresh()).openSpec, before.openSpec);
    assert.equal(changes, 0);
    write(`${change}/tasks.md`, '- [x] Model\n- [x] Form\n');
    assert.equal(progressOf(await project.refresh())?.completed, 2);
    write(`${change}/proposal.md`, '# Signing out\n');
    assert.equal((await project.refresh()).openSpec?.title, 'Signing out');
    assert.equal(changes, 2);
  });

  it('follows when it is archived, removed and made anew', async () => {
    await project.refresh();
    mkdirSync(scratch('openspec/changes/archive'));
    renameSync(scratch(change), scratch('openspec/changes/archive/2026-01-15-00027-login'));
    assert.equal((await project.refresh()).openSpec?.archived, true);
    rmSync(scratch('openspec'), { recursive: true });
    assert.equal((await project.refresh()).openSpec, undefined);
    write(`${change}/tasks.md`, '- [ ] Model\n');
    assert.equal((await project.refresh()).openSpec?.tasks.length, 1);
  });

  it('follows the state to another change', async () => {
    write('openspec/changes/28-other/proposal.md', '# Other\n');
    await project.refresh();
    write('.claude/session-state.json', JSON.stringify({ openspec: '28' }));
    assert.equal((await project.refresh()).openSpec?.title, 'Other');
    write('.claude/session-state.json', JSON.stringify({ openspec: null }));
    assert.equal((await project.refresh()).openSpec, undefined);
  });

  it('tells which folders to watch', async () => {
    await project.refresh();
    const directories = project.watched().map(({ directory }) => directory);
    assert.ok(directories.includes(scratch(change)));
    assert.ok(directories.includes(scratch('openspec/changes')));
  });
});
