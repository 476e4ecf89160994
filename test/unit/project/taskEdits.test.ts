import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createProject } from '../../../src/core/project';
import type { TaskEdit } from '../../../src/core/taskEdits';
import { UserError } from '../../../src/core/support/errors';
import { silentLogger } from '../../../src/core/support/logger';
import { useScratchFolder } from '../../support/scratchFolder';

describe('editing tasks', () => {
  const scratch = useScratchFolder();
  const write = (file: string, content: string | Buffer) => {
    mkdirSync(path.dirname(scratch(file)), { recursive: true });
    writeFileSync(scratch(file), content);
  };
  const state = () =>
    JSON.parse(readFileSync(scratch('.claude/session-state.json'), 'utf8')) as Record<
      string,
      unknown
    >;
  const start = (more: object = {}) => {
    write(
      '.claude/session-state.json',
      JSON.stringify({
        mode: 'quick',
        saved_at: '2026-01-15T14:30:00Z',
        git_branch: 'main',
        openspec: null,
        next_steps: ['Write the tests', 'Ship it'],
        completed_tasks: ['Model'],
        pending_tasks: ['Write the tests', 'Form'],
        task_progress: { completed: 1, total: 3, percentage: 33 },
        theirs: true,
        ...more,
      }),
    );
  };
  const edit = (change: TaskEdit) => {
    const project = createProject({
      root: scratch(),
      home: tmpdir(),
      env: {},
      host: 'test',
      logger: silentLogger,
      now: () => new Date('2026-01-15T15:00:00Z'),
    });
    return project.editTasks(change);
  };
  const refused = (change: TaskEdit, reason: string) =>
    assert.rejects(edit(change), (error) => UserError.is(error, reason));

  it('changes the lists in the state, and the progress follows', async () => {
    start();
    await edit({ kind: 'tick', item: { index: 1, text: 'Form' } });
    assert.deepEqual(state().completed_tasks, ['Model', 'Form']);
    assert.deepEqual(state().task_progress, { completed: 2, total: 3, percentage: 67 });
    await edit({ kind: 'tickStep', item: { index: 0, text: 'Write the tests' } });
    assert.deepEqual(state().next_steps, ['Ship it']);
    assert.deepEqual(state().pending_tasks, []);
    assert.deepEqual(state().task_progress, { completed: 3, total: 3, percentage: 100 });
    await edit({ kind: 'untick', item: { index: 0, text: 'Model' } });
    await edit({ kind: 'add', list: 'pending_tasks', text: ' Document it ' });
    await edit({
      kind: 'move',
      list: 'pending_tasks',
      item: { index: 1, text: 'Document it' },
      to: 0,
    });
    await edit({
      kind: 'rename',
      list: 'pending_tasks',
      item: { index: 0, text: 'Document it' },
      text: 'Docs',
    });
    await edit({ kind: 'remove', list: 'next_steps', item: { index: 0, text: 'Ship it' } });
    assert.deepEqual(state().pending_tasks, ['Docs', 'Model']);
    assert.deepEqual(state().next_steps, []);
    assert.deepEqual(state().task_progress, { completed: 2, total: 4, percentage: 50 });
    assert.equal(state().theirs, true);
  });

  it('is refused without a session, and for an item that is gone', async () => {
    await refused({ kind: 'add', list: 'next_steps', text: 'x' }, 'no-session');
    start();
    await refused({ kind: 'tick', item: { index: 0, text: 'Somebody removed it' } }, 'item-gone');
  });

  describe('where OpenSpec holds them', () => {
    const tasks = 'openspec/changes/00027-user-auth/tasks.md';
    const text = '\uFEFF# Tasks\r\n\r\n- [x] Model\r\n- [ ]  Form  \r\n* [ ] Tests\r\n';
    beforeEach(() => {
      start({ openspec: '00027', next_steps: ['Form'] });
      write(tasks, text);
    });

    it('ticks the box in tasks.md and nothing else in it', async () => {
      await edit({ kind: 'tick', item: { index: 0, text: 'Form' } });
      assert.equal(readFileSync(scratch(tasks), 'utf8'), text.replace('[ ]  Form', '[x]  Form'));
      assert.deepEqual(state().completed_tasks, ['Model', 'Form']);
      assert.deepEqual(state().pending_tasks, ['Tests']);
      assert.deepEqual(state().next_steps, []);
      assert.deepEqual(state().task_progress, { completed: 2, total: 3, percentage: 67 });
      await edit({ kind: 'untick', item: { index: 1, text: 'Form' } });
      assert.equal(readFileSync(scratch(tasks), 'utf8'), text);
    });

    it('ticks the box of a next step that is a task', async () => {
      await edit({ kind: 'tickStep', item: { index: 0, text: 'Form' } });
      assert.equal(readFileSync(scratch(tasks), 'utf8'), text.replace('[ ]  Form', '[x]  Form'));
      assert.deepEqual(state().next_steps, []);
    });

    it('takes a next step away that is no task, and the figures stay those of tasks.md', async () => {
      start({ openspec: '00027', next_steps: ['Call them', ' Form  \nand its style'] });
      await edit({ kind: 'tickStep', item: { index: 0, text: 'Call them' } });
      assert.equal(readFileSync(scratch(tasks), 'utf8'), text);
      assert.deepEqual(state().next_steps, [' Form  \nand its style']);
      assert.deepEqual(state().completed_tasks, ['Model']);
      assert.deepEqual(state().pending_tasks, ['Form', 'Tests']);
      assert.deepEqual(state().task_progress, { completed: 1, total: 3, percentage: 33 });
    });

    it('knows a step and its task by their first lines', async () => {
      start({ openspec: '00027', next_steps: [' Form  \nand its style', 'Form'] });
      await edit({ kind: 'tickStep', item: { index: 0, text: ' Form  \nand its style' } });
      assert.equal(readFileSync(scratch(tasks), 'utf8'), text.replace('[ ]  Form', '[x]  Form'));
      assert.deepEqual(state().next_steps, []);
    });

    it('leaves other changes to tasks.md, but next steps are still ours', async () => {
      await refused({ kind: 'add', list: 'pending_tasks', text: 'x' }, 'openspec-owns-tasks');
      await refused(
        { kind: 'remove', list: 'completed_tasks', item: { index: 0, text: 'Model' } },
        'openspec-owns-tasks',
      );
      await edit({ kind: 'add', list: 'next_steps', text: 'Then ship' });
      assert.deepEqual(state().next_steps, ['Form', 'Then ship']);
      assert.equal(readFileSync(scratch(tasks), 'utf8'), text);
    });

    it('does not touch a file that changed meanwhile, or that is not UTF-8', async () => {
      await refused({ kind: 'tick', item: { index: 0, text: 'No longer there' } }, 'item-gone');
      const bytes = Buffer.concat([Buffer.from('- [ ] Form\n'), Buffer.from([0xff, 0xfe, 0x0a])]);
      write(tasks, bytes);
      await refused({ kind: 'tick', item: { index: 0, text: 'Form' } }, 'item-gone');
      assert.deepEqual(readFileSync(scratch(tasks)), bytes);
    });
  });
});
