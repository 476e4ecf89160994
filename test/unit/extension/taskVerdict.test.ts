import assert from 'node:assert/strict';
import { type FinishedTask, taskVerdict } from '../../../src/extension/sources/taskVerdict';

const task: FinishedTask = {
  name: 'make it',
  command: './make-it.sh',
  exitCode: 2,
  group: 'build',
};
const verdictOf = (parts: Partial<FinishedTask>) => taskVerdict({ ...task, ...parts });

describe('a task whose output nobody saw', () => {
  it('fails by its exit code where its group says what it is for, and passes by it', async () => {
    const failed = await verdictOf({});
    assert.ok(failed.kind === 'failed');
    assert.equal(failed.blocker.type, 'build_error');
    assert.equal(failed.blocker.description, 'The task "make it" failed with exit code 2');
    const passed = await verdictOf({ exitCode: 0 });
    assert.ok(passed.kind === 'passed');
    assert.ok(passed.commands.some(({ key }) => key === failed.command.key));
    const test = await verdictOf({ group: 'test' });
    assert.ok(test.kind === 'failed');
    assert.equal(test.blocker.type, 'test_failure');
  });

  it('has the first problem that was found as its evidence', async () => {
    const problem = { file: '/project/src/a.ts', line: 3, message: 'Cannot find name x' };
    const failed = await verdictOf({ problem });
    assert.ok(failed.kind === 'failed');
    assert.equal(failed.blocker.evidence.file_line, 3);
    assert.match(failed.blocker.description, /Cannot find name x/);
  });

  it('proves nothing without a group, or when it was interrupted', async () => {
    assert.equal((await verdictOf({ group: undefined })).kind, 'unclear');
    assert.equal((await verdictOf({ exitCode: 130 })).kind, 'unclear');
  });

  it('is judged by what runs where that is known', async () => {
    const failed = await verdictOf({ command: 'npm test', exitCode: 1, group: undefined });
    assert.ok(failed.kind === 'failed');
    assert.equal(failed.blocker.type, 'test_failure');
  });
});
