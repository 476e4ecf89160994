import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { simpleGit } from 'simple-git';
import { createSampleProject } from '../../../scripts/sample/sampleProject';

describe('sample project', function () {
  this.timeout(30_000);
  let directory: string;
  const read = (name: string): string => readFileSync(path.join(directory, name), 'utf8');

  before(async () => {
    directory = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'baton-sample-'));
    await createSampleProject(directory, new Date('2026-03-04T12:00:00Z'));
  });
  after(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  it('is a clean repository on the branch of its change', async () => {
    const git = simpleGit(directory);
    const status = await git.status();
    assert.deepEqual([status.current, status.files], ['feature/user-auth', []]);
    const tracked = (await git.raw('ls-files')).trim().split('\n');
    assert.ok(tracked.includes('.claude/sdd/handover/decisions.md'));
    assert.deepEqual(
      tracked.filter((file) => /session-(state|context)\.json|\.claude\/state/.test(file)),
      [],
    );
  });

  it('has a state that agrees with its repository and its tasks', async () => {
    const state = JSON.parse(read('.claude/session-state.json')) as {
      git_commit: string;
      blocker: unknown;
      completed_tasks: string[];
      pending_tasks: string[];
      task_progress: object;
    };
    const tasks = read('openspec/changes/00027-user-auth/tasks.md');
    const completed = tasks.match(/- \[x\]/g)?.length;
    const total = tasks.match(/- \[[x ]\]/g)?.length;
    assert.deepEqual(state.task_progress, { completed, total, percentage: 42 });
    assert.deepEqual([state.completed_tasks.length, state.pending_tasks.length], [5, 7]);
    assert.equal(state.git_commit, await simpleGit(directory).revparse(['--short', 'HEAD']));
    const blockers = JSON.parse(read('.claude/state/blockers.json')) as { open: unknown[] };
    assert.deepEqual(blockers.open, [state.blocker]);
  });

  it('numbers its decisions and refers to none that is missing', () => {
    const log = read('.claude/sdd/handover/decisions.md');
    assert.equal(log.match(/^\[.+\] D\d+: [A-Z_]+ \| .+$/gm)?.length, 6);
    assert.match(log, /^\[2026-03-02T08:00:00Z\] D1: SESSION_START \| /m);
    const referred = read('.claude/sdd/handover/session.md').matchAll(/\(D(\d+)\)/g);
    for (const [, number] of referred) {
      assert.ok(Number(number) <= 6, `D${number ?? ''} is missing`);
    }
  });

  it('is not made in a folder that is in use', async () => {
    await assert.rejects(createSampleProject(directory), /is not empty/);
  });
});
