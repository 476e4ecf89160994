import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { BatonApi } from '../../src/extension/extension';
import type { TreeNode } from '../../src/extension/views/treeNode';
import { allNodes, outline } from '../support/snapshots';
import { type Answers, type Asked, answerWith } from './answers';
import { activateBaton, eventually } from './batonApi';
import { sampleProject } from './sample';

describe('tasks and next steps', () => {
  let api: BatonApi;
  let sample: ReturnType<typeof sampleProject>;
  let answered: ReturnType<typeof answerWith> | undefined;
  const rows = () => outline(api.views.session.nodes());
  const row = (label: string): TreeNode => {
    const found = allNodes(api.views.session.nodes()).find((node) => node.label === label);
    assert.ok(found, `${label} is not in ${rows().join('\n')}`);
    return found;
  };
  const steps = () => sample.state().next_steps;
  const run = (command: string, ...args: unknown[]) =>
    vscode.commands.executeCommand(`baton.${command}`, ...args);
  const specTasks = 'openspec/changes/00027-user-auth/tasks.md';

  before(async () => {
    api = await activateBaton();
    await eventually('the sample session', rows, (seen) => seen.length > 5);
    sample = sampleProject();
  });
  afterEach(async () => {
    answered?.restore();
    sample.reset();
    await api.projects.all[0]?.refresh();
  });
  after(() => {
    sample.leave();
  });

  function answer(answers: Answers): Asked[] {
    answered?.restore();
    answered = answerWith(answers);
    return answered.asked;
  }
  /** As a session without OpenSpec. */
  async function withoutSpec(): Promise<void> {
    sample.writeState({ openspec: null });
    await api.projects.all[0]?.refresh();
  }

  it('add, change, move, complete and remove a next step', async () => {
    answer({ input: ({ value }) => (value === '' ? 'Release it' : `${value ?? ''}!`) });
    await run('addStep', row('Next steps'));
    const [first, second] = ['Write the tests of UserService', 'Build the sign-in form'];
    assert.deepEqual(steps(), [first, second, 'Release it']);
    await run('moveUp', row('Release it'));
    assert.deepEqual(steps(), [first, 'Release it', second]);
    await run('moveDown', row(first));
    assert.deepEqual(steps(), ['Release it', first, second]);
    await run('moveUp', row('Release it'));
    await run('moveDown', row(second));
    assert.deepEqual(steps(), ['Release it', first, second]);
    await run('moveItem', row(second), 0);
    assert.deepEqual(steps(), [second, 'Release it', first]);
    await run('editItem', row(second));
    assert.deepEqual(steps(), [`${second}!`, 'Release it', first]);
    await run('removeItem', row('Release it'));
    await run('completeStep', row(first));
    assert.deepEqual(steps(), [`${second}!`]);
    // OpenSpec holds the tasks, and this was none.
    assert.ok(!(sample.state().completed_tasks as string[]).includes(first));
    assert.ok(rows().includes('(checklist) 5/12 · 42 % | tasks'));
  });

  it('tick a task of the session, and take that back', async () => {
    await withoutSpec();
    await run('checkTask', row('Release note'));
    assert.ok((sample.state().completed_tasks as string[]).includes('Release note'));
    assert.ok(rows().includes('  [x] Release note'));
    assert.ok(rows().includes('(checklist) 6/12 · 50 % | tasks'));
    await run('uncheckTask', row('Release note'));
    assert.equal((sample.state().pending_tasks as string[])[0], 'Release note');
  });

  it('tick a task of OpenSpec in tasks.md, and refuse to order its tasks', async () => {
    await run('checkTask', row('2.4 End a session after eight hours'));
    const text = readFileSync(sample.file(specTasks), 'utf8');
    assert.match(text, /- \[x\] 2\.4 End a session/);
    assert.ok(rows().includes('(checklist) 6/12 · 50 % | tasks'));
    const asked = answer({});
    await run('moveUp', row('2.5 Refuse a change without a session'));
    await eventually(
      'the reason',
      () => asked.length,
      (length) => length > 0,
    );
    assert.match(asked[0]?.text ?? '', /^The tasks come from openspec/);
    assert.equal(readFileSync(sample.file(specTasks), 'utf8'), text);
  });

  it('follow tasks.md when somebody changes it', async () => {
    const file = vscode.Uri.file(sample.file(specTasks));
    const text = readFileSync(file.fsPath, 'utf8');
    await vscode.workspace.fs.writeFile(file, Buffer.from(text.replaceAll('[ ]', '[x]')));
    // A watcher that is new may miss it; the slow poll does not.
    await eventually(
      'the progress',
      rows,
      (seen) => seen.includes('(checklist) 12/12 · 100 % | tasks'),
      15_000,
    );
  });

  it('complete several at once from the palette', async () => {
    const asked = answer({
      pick: () => ['Build the sign-in form', '2.3 Test the user service', '4.2 Release note'],
    });
    await run('completeTask');
    assert.equal(asked[0]?.choices.length, 9);
    assert.deepEqual(steps(), ['Write the tests of UserService']);
    assert.ok(rows().includes('(checklist) 7/12 · 58 % | tasks'));
  });

  it('say when a row is no longer what it was', async () => {
    const stale = row('Build the sign-in form');
    sample.writeState({ next_steps: ['Something else'] });
    const asked = answer({});
    await run('removeItem', stale);
    await eventually(
      'the reason',
      () => asked.length,
      (length) => length > 0,
    );
    assert.match(asked[0]?.text ?? '', /is no longer in the list/);
    assert.deepEqual(steps(), ['Something else']);
  });
});
