import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createProject, type Project } from '../../../src/core/project';
import { findProjectRoot } from '../../../src/core/projectRoot';
import { UserError } from '../../../src/core/support/errors';
import { silentLogger } from '../../../src/core/support/logger';
import { commitAll, git, initRepository } from '../../support/git';
import { useScratchFolder } from '../../support/scratchFolder';

describe('where work begins and stops', () => {
  const scratch = useScratchFolder();
  const inProject = (...parts: string[]) => scratch('project', ...parts);
  let project: Project;

  function write(file: string, content: string): void {
    mkdirSync(path.dirname(inProject(file)), { recursive: true });
    writeFileSync(inProject(file), content);
  }

  beforeEach(() => {
    mkdirSync(inProject());
    initRepository(inProject());
    write('a.txt', 'a\n');
    write('b.txt', 'b\n');
    commitAll(inProject());
    project = createProject({
      root: findProjectRoot(inProject(), tmpdir()),
      home: tmpdir(),
      env: process.env,
      host: 'test',
      logger: silentLogger,
      now: () => new Date('2026-01-15T15:00:00Z'),
    });
  });
  afterEach(() => {
    project.dispose();
  });

  it('a session on an OpenSpec change takes over its tasks', async () => {
    write('openspec/changes/00031-berths/proposal.md', '# Show berths\n');
    write('openspec/changes/00031-berths/tasks.md', '- [x] Model\n- [ ] Form\n- [ ] Test\n');
    await project.startSession({ workingOn: 'Show berths', openspec: '00031-berths' });
    const state = project.snapshot?.state;
    assert.equal(state?.openspec, '00031-berths');
    assert.equal(state.openspec_status, 'IN_PROGRESS');
    assert.deepEqual(state.completed_tasks, ['Model']);
    assert.deepEqual(state.pending_tasks, ['Form', 'Test']);
    assert.deepEqual(state.task_progress, { completed: 1, total: 3, percentage: 33 });
  });

  it('a session on a change that is gone is not started', async () => {
    await assert.rejects(project.startSession({ workingOn: 'x', openspec: '00031' }), (error) =>
      UserError.is(error, 'no-change'),
    );
    assert.equal((await project.refresh()).state, null);
  });

  it('a ROADMAP is seen as it comes and goes', async () => {
    assert.equal((await project.refresh()).hasRoadmap, false);
    write('ROADMAP.md', '# Roadmap\n');
    assert.equal((await project.refresh()).hasRoadmap, true);
    rmSync(inProject('ROADMAP.md'));
    assert.equal((await project.refresh()).hasRoadmap, false);
  });

  it('a branch is switched to', async () => {
    git(inProject(), 'branch', 'half-done');
    await project.switchToBranch('half-done');
    assert.equal((await project.refresh()).head?.branch, 'half-done');
    await assert.rejects(project.switchToBranch('gone'), (error) => UserError.is(error));
  });

  describe('unsaved work', () => {
    const none = { changed: 0, newFiles: 0, operation: undefined, detached: false };

    it("is none in a clean project, and Baton's own files are none of it", async () => {
      await project.startSession({ workingOn: 'x' });
      assert.deepEqual(await project.unsavedWork(), none);
    });

    it('is counted, new files apart', async () => {
      write('a.txt', 'changed\n');
      rmSync(inProject('b.txt'));
      write('new/one.txt', '1');
      write('new/two.txt', '2');
      assert.deepEqual(await project.unsavedWork(), { ...none, changed: 2, newFiles: 1 });
    });

    it('says what git is in the middle of', async () => {
      git(inProject(), 'checkout', '-q', '-b', 'side');
      write('a.txt', 'side\n');
      commitAll(inProject());
      git(inProject(), 'checkout', '-q', 'main');
      write('a.txt', 'main\n');
      commitAll(inProject());
      assert.throws(() => git(inProject(), 'merge', 'side'));
      assert.deepEqual(await project.unsavedWork(), { ...none, changed: 1, operation: 'merge' });
      git(inProject(), 'merge', '--abort');
      git(inProject(), 'checkout', '-q', '--detach');
      assert.deepEqual(await project.unsavedWork(), { ...none, detached: true });
    });

    it('is none where there is no repository', async () => {
      rmSync(inProject('.git'), { recursive: true });
      assert.deepEqual(await project.unsavedWork(), none);
    });
  });
});
