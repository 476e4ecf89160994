import assert from 'node:assert/strict';
import type { OpenSpecChange } from '../../../src/core/openSpec';
import type { TaskList } from '../../../src/core/protocol/tasks';
import { dropIndex, movedIndex, openItems } from '../../../src/extension/views/taskNodes';
import { sessionTree } from '../../../src/extension/views/sessionTree';
import { statusText } from '../../../src/extension/views/statusText';
import { allNodes, inEnglish, outline, snapshotWith } from '../../support/snapshots';

const state = {
  openspec: '00027',
  openspec_status: 'IN_PROGRESS',
  next_steps: ['Write tests', 'Login form', 'Release'],
  completed_tasks: ['User model'],
  pending_tasks: ['Login form', 'Sign out'],
};
const openSpec: OpenSpecChange = {
  id: '00027',
  name: '00027-login',
  directory: 'openspec/changes/00027-login',
  title: 'Signing in',
  archived: false,
  hasProposal: true,
  tasks: [
    { text: '1.1 Model', done: true, line: 3 },
    { text: '1.2 Login form', done: false, line: 4 },
    { text: '1.3 Hash', done: true, line: 5 },
    { text: '1.4 Sign out', done: false, line: 6 },
  ],
  tasksFile: 'openspec/changes/00027-login/tasks.md',
};
const rowsOf = (parts: Parameters<typeof snapshotWith>[0]) =>
  allNodes(sessionTree(snapshotWith(parts), inEnglish));

describe('moving a row by one', () => {
  const snapshot = snapshotWith({
    state: { next_steps: ['a', 'b'], pending_tasks: ['c'], completed_tasks: ['d', 'e'] },
  });
  const moved = (list: TaskList, index: number, steps: -1 | 1) =>
    movedIndex({ list, index, text: '' }, steps, snapshot);

  it('ends where its list ends', () => {
    assert.equal(moved('next_steps', 0, 1), 1);
    assert.equal(moved('next_steps', 1, -1), 0);
    assert.equal(moved('next_steps', 0, -1), undefined);
    assert.equal(moved('next_steps', 1, 1), undefined);
    assert.equal(moved('pending_tasks', 0, 1), undefined);
    assert.equal(moved('pending_tasks', 0, -1), undefined);
  });
});

describe('rows of tasks and next steps', () => {
  const row = (label: string, parts: Parameters<typeof snapshotWith>[0] = { state }) => {
    const found = rowsOf(parts).findLast((node) => node.label === label);
    assert.ok(found, label);
    return found;
  };

  it('say what they stand for', () => {
    assert.deepEqual(row('Write tests').item, {
      list: 'next_steps',
      index: 0,
      text: 'Write tests',
    });
    assert.deepEqual(row('Sign out').item, { list: 'pending_tasks', index: 1, text: 'Sign out' });
    assert.deepEqual(
      ['Next steps', 'Write tests', 'User model', 'Sign out'].map((label) => row(label).kind),
      ['steps', 'step', 'task.done', 'task.pending'],
    );
    assert.equal(row('Sign out').root, '/project');
  });

  it('are added by a click on the heading where there are none', () => {
    const command = (label: string, of: Partial<typeof state>) => row(label, { state: of }).command;
    assert.equal(command('Tasks', {}), 'baton.addTask');
    assert.equal(command('Next steps', {}), 'baton.addStep');
    assert.equal(command('Next steps', state), undefined);
    assert.equal(command('1/3 · 33 %', state), undefined);
  });

  it('keep their ids when they move, and have their own when a text is there twice', () => {
    const ids = (next_steps: string[]) =>
      rowsOf({ state: { next_steps } })
        .filter(({ kind }) => kind === 'step')
        .map(({ id }) => id);
    const [a, b, again] = ids(['a', 'b', 'a']);
    assert.notEqual(a, again);
    assert.deepEqual(ids(['b', 'a']), [b, a]);
  });

  it('come from OpenSpec while it holds the tasks, in its order', () => {
    const nodes = sessionTree(snapshotWith({ state, openSpec }), inEnglish);
    assert.deepEqual(outline(nodes).slice(1, 6), [
      '(checklist) 2/4 · 50 % | tasks',
      '  [x] 1.1 Model',
      '  [ ] 1.2 Login form',
      '  [x] 1.3 Hash',
      '  [ ] 1.4 Sign out',
    ]);
    const task = row('1.4 Sign out', { state, openSpec });
    assert.equal(task.kind, 'specTask.pending');
    assert.deepEqual(task.item, { list: 'pending_tasks', index: 1, text: '1.4 Sign out' });
    assert.deepEqual(task.target, {
      file: '/project/openspec/changes/00027-login/tasks.md',
      line: 6,
    });
    assert.match(
      statusText(snapshotWith({ state, openSpec }), inEnglish)?.text ?? '',
      /2\/4 · 50 %/,
    );
  });

  it('are the ones of the session where the change has no tasks', () => {
    const empty = { ...openSpec, tasks: [] };
    assert.equal(row('Sign out', { state, openSpec: empty }).kind, 'task.pending');
  });

  it('show the change by its title, and open its proposal', () => {
    const node = row('Signing in', { state, openSpec });
    assert.equal(node.description, 'OpenSpec #00027 · IN_PROGRESS');
    assert.equal(node.target?.file, '/project/openspec/changes/00027-login/proposal.md');
    const archived = { ...openSpec, archived: true };
    assert.equal(
      row('Signing in', { state, openSpec: archived }).description,
      'OpenSpec #00027 · archived',
    );
  });
});

describe('what can be completed', () => {
  const texts = (parts: Parameters<typeof snapshotWith>[0]) =>
    openItems(snapshotWith(parts)).map(({ list, text }) => `${list}: ${text}`);

  it('is each step, and each task that is no step', () => {
    assert.deepEqual(texts({ state }), [
      'next_steps: Write tests',
      'next_steps: Login form',
      'next_steps: Release',
      'pending_tasks: Sign out',
    ]);
  });

  it('is the task rather than the step where OpenSpec holds it', () => {
    assert.deepEqual(texts({ state: { next_steps: ['1.2 Login form', 'Release'] }, openSpec }), [
      'next_steps: Release',
      'pending_tasks: 1.2 Login form',
      'pending_tasks: 1.4 Sign out',
    ]);
  });
});

describe('dropping a row', () => {
  const nodes = rowsOf({ state });
  const node = (id: string) => {
    const found = nodes.find((each) => each.id === id);
    assert.ok(found, id);
    return found;
  };
  const [first, second, third] = ['Write tests', 'Login form', 'Release'].map((text) =>
    node(`session/steps/${text}`),
  );
  const cases: [what: string, dragged: string, target: string, index: number | undefined][] = [
    ['on a later one takes its place', first?.id ?? '', third?.id ?? '', 2],
    ['on an earlier one takes its place', third?.id ?? '', first?.id ?? '', 0],
    ['on itself does nothing', second?.id ?? '', second?.id ?? '', undefined],
    ['on the heading puts it first', third?.id ?? '', 'session/steps', 0],
    ['on the other list does nothing', third?.id ?? '', 'session/tasks/Sign out', undefined],
    ['on the other heading does nothing', third?.id ?? '', 'session/tasks', undefined],
    ['that is done does nothing', 'session/tasks/User model', 'session/tasks', undefined],
  ];
  for (const [what, dragged, target, index] of cases) {
    it(what, () => {
      assert.equal(dropIndex(node(dragged), node(target)), index);
    });
  }

  it('in another project does nothing', () => {
    const other = { ...node('session/steps'), root: '/other' };
    assert.equal(dropIndex(node('session/steps/Release'), other), undefined);
  });
});
