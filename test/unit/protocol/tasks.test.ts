import assert from 'node:assert/strict';
import {
  addItem,
  moveItem,
  progressFromLists,
  removeItem,
  renameItem,
  tickStep,
  tickTask,
  toProgress,
  untickTask,
} from '../../../src/core/protocol/tasks';
import type { SessionState } from '../../../src/core/schemas/sessionState';
import { progressOf } from '../../../src/core/snapshot';
import { UserError } from '../../../src/core/support/errors';

const state: SessionState = {
  working_on: 'login',
  next_steps: ['step', 'p2'],
  pending_tasks: ['p1', 'p2', 'p3'],
  completed_tasks: ['c1', 'c2'],
};

/** `next | pending | completed`, then the progress. */
function shown({ next_steps, pending_tasks, completed_tasks, task_progress }: SessionState) {
  const lists = [next_steps, pending_tasks, completed_tasks].map((list) => list?.join(' ') ?? '?');
  const { completed, total, percentage } = task_progress ?? {};
  return `${lists.join(' | ')} : ${completed ?? '?'}/${total ?? '?'} ${percentage ?? '?'}%`;
}

type Change = (state: SessionState) => SessionState;

/** What each does to the lists, and to progress when it follows them or was given as 5 of 12. */
const changes: [name: string, change: Change, lists: string, listed: string, given: string][] = [
  [
    'adding a step',
    (s) => addItem(s, 'next_steps', 'new'),
    'step p2 new | p1 p2 p3 | c1 c2',
    '2/5 40%',
    '5/12 42%',
  ],
  [
    'adding a pending task',
    (s) => addItem(s, 'pending_tasks', 'new'),
    'step p2 | p1 p2 p3 new | c1 c2',
    '2/6 33%',
    '5/13 38%',
  ],
  [
    'adding a completed task',
    (s) => addItem(s, 'completed_tasks', 'new'),
    'step p2 | p1 p2 p3 | c1 c2 new',
    '3/6 50%',
    '6/13 46%',
  ],
  [
    'removing a step',
    (s) => removeItem(s, 'next_steps', { index: 0, text: 'step' }),
    'p2 | p1 p2 p3 | c1 c2',
    '2/5 40%',
    '5/12 42%',
  ],
  [
    'removing a pending task',
    (s) => removeItem(s, 'pending_tasks', { index: 1, text: 'p2' }),
    'step p2 | p1 p3 | c1 c2',
    '2/4 50%',
    '5/11 45%',
  ],
  [
    'removing a completed task',
    (s) => removeItem(s, 'completed_tasks', { index: 0, text: 'c1' }),
    'step p2 | p1 p2 p3 | c2',
    '1/4 25%',
    '4/11 36%',
  ],
  [
    'moving a task to the front',
    (s) => moveItem(s, 'pending_tasks', { index: 2, text: 'p3' }, 0),
    'step p2 | p3 p1 p2 | c1 c2',
    '2/5 40%',
    '5/12 42%',
  ],
  [
    'moving a task down',
    (s) => moveItem(s, 'pending_tasks', { index: 0, text: 'p1' }, 1),
    'step p2 | p2 p1 p3 | c1 c2',
    '2/5 40%',
    '5/12 42%',
  ],
  [
    'moving a task beyond the end',
    (s) => moveItem(s, 'pending_tasks', { index: 0, text: 'p1' }, 99),
    'step p2 | p2 p3 p1 | c1 c2',
    '2/5 40%',
    '5/12 42%',
  ],
  [
    'moving a task before the front',
    (s) => moveItem(s, 'pending_tasks', { index: 2, text: 'p3' }, -1),
    'step p2 | p3 p1 p2 | c1 c2',
    '2/5 40%',
    '5/12 42%',
  ],
  [
    'moving a step',
    (s) => moveItem(s, 'next_steps', { index: 1, text: 'p2' }, 0),
    'p2 step | p1 p2 p3 | c1 c2',
    '2/5 40%',
    '5/12 42%',
  ],
  [
    'renaming a task',
    (s) => renameItem(s, 'pending_tasks', { index: 1, text: 'p2' }, 'new'),
    'step p2 | p1 new p3 | c1 c2',
    '2/5 40%',
    '5/12 42%',
  ],
  [
    'ticking a task',
    (s) => tickTask(s, { index: 0, text: 'p1' }),
    'step p2 | p2 p3 | c1 c2 p1',
    '3/5 60%',
    '6/12 50%',
  ],
  [
    'unticking a task',
    (s) => untickTask(s, { index: 1, text: 'c2' }),
    'step p2 | c2 p1 p2 p3 | c1',
    '1/5 20%',
    '4/12 33%',
  ],
  [
    'ticking a step',
    (s) => tickStep(s, { index: 0, text: 'step' }),
    'p2 | p1 p2 p3 | c1 c2 step',
    '3/6 50%',
    '6/13 46%',
  ],
  [
    'ticking a step that is a task too',
    (s) => tickStep(s, { index: 1, text: 'p2' }),
    'step | p1 p3 | c1 c2 p2',
    '3/5 60%',
    '6/12 50%',
  ],
];

describe('tasks', () => {
  for (const [name, change, lists, listed, given] of changes) {
    it(`follow ${name}`, () => {
      const before = structuredClone(state);
      const asListed = { ...state, task_progress: { completed: 2, total: 5, percentage: 40 } };
      const asGiven = { ...state, task_progress: { completed: 5, total: 12, percentage: 42 } };
      assert.equal(shown(change(asListed)), `${lists} : ${listed}`);
      assert.equal(shown(change(asGiven)), `${lists} : ${given}`);
      assert.deepEqual(state, before, 'what was given is changed');
    });
  }

  it('get a progress where there was none', () => {
    const tick = (from: SessionState) => shown(tickTask(from, { index: 0, text: 'p1' }));
    assert.equal(tick(state), 'step p2 | p2 p3 | c1 c2 p1 : 3/5 60%');
    assert.equal(tick({ ...state, task_progress: null }), 'step p2 | p2 p3 | c1 c2 p1 : 3/5 60%');
    assert.equal(tick({ pending_tasks: ['p1'] }), '? |  | p1 : 1/1 100%');
  });

  it('begin in an empty state', () => {
    assert.deepEqual(addItem({}, 'next_steps', 'a'), { next_steps: ['a'] });
    assert.deepEqual(addItem({}, 'pending_tasks', 'a'), {
      pending_tasks: ['a'],
      task_progress: { completed: 0, total: 1, percentage: 0 },
    });
  });

  it('mend a percentage that was wrong', () => {
    const wrong = { ...state, task_progress: { completed: 2, total: 5, percentage: 99 } };
    const moved = moveItem(wrong, 'pending_tasks', { index: 0, text: 'p1' }, 1);
    assert.equal(moved.task_progress?.percentage, 40);
  });

  it('keep what Baton does not know', () => {
    const before = {
      ...state,
      mine: { a: [1] },
      task_progress: { completed: 2, total: 5, percentage: 40, eta: 'soon' },
    };
    assert.deepEqual(tickTask(before, { index: 0, text: 'p1' }), {
      ...before,
      pending_tasks: ['p2', 'p3'],
      completed_tasks: ['c1', 'c2', 'p1'],
      task_progress: { completed: 3, total: 5, percentage: 60, eta: 'soon' },
    });
  });

  const limits: [name: string, given: [number, number], change: Change, expected: string][] = [
    [
      'none is left',
      [0, 0],
      (s) => removeItem(s, 'completed_tasks', { index: 0, text: 'c1' }),
      '0/0 0%',
    ],
    ['all are done', [9, 9], (s) => tickTask(s, { index: 0, text: 'p1' }), '9/9 100%'],
    [
      'fewer are left than done',
      [9, 9],
      (s) => removeItem(s, 'pending_tasks', { index: 0, text: 'p1' }),
      '8/8 100%',
    ],
    ['none is done', [0, 9], (s) => untickTask(s, { index: 0, text: 'c1' }), '0/9 0%'],
  ];
  for (const [name, [completed, total], change, expected] of limits) {
    it(`stay within bounds when ${name}`, () => {
      const after = change({ ...state, task_progress: { completed, total, percentage: 0 } });
      assert.equal(shown(after).split(' : ')[1], expected);
    });
  }

  describe('found again', () => {
    const twice: SessionState = { pending_tasks: ['a', 'b', 'a'] };
    const cases: [name: string, index: number, text: string, rest: string[]][] = [
      ['by place, when the text is there twice', 2, 'a', ['a', 'b']],
      ['by text, when it moved', 0, 'b', ['a', 'a']],
      ['as the first with that text, when the place is wrong', 1, 'a', ['b', 'a']],
      ['by text, when the list is shorter now', 9, 'b', ['a', 'a']],
      ['by text, when the place is none', -1, 'b', ['a', 'a']],
    ];
    for (const [name, index, text, rest] of cases) {
      it(name, () => {
        assert.deepEqual(removeItem(twice, 'pending_tasks', { index, text }).pending_tasks, rest);
      });
    }

    it('as they are written, with line ends', () => {
      const written: SessionState = { next_steps: ['a\nb'], pending_tasks: [' a '] };
      const ticked = tickStep(written, { index: 0, text: 'a\nb' });
      assert.deepEqual(ticked.pending_tasks, []);
      assert.deepEqual(ticked.completed_tasks, [' a ']);
    });
  });

  const gone = { index: 0, text: 'gone' };
  const refusals: [name: string, change: () => unknown, reason: string][] = [
    ['removing', () => removeItem(state, 'next_steps', gone), 'item-gone'],
    ['moving', () => moveItem(state, 'pending_tasks', gone, 1), 'item-gone'],
    ['renaming', () => renameItem(state, 'completed_tasks', gone, 'x'), 'item-gone'],
    ['ticking', () => tickTask(state, gone), 'item-gone'],
    ['unticking', () => untickTask(state, gone), 'item-gone'],
    ['ticking as a step', () => tickStep(state, gone), 'item-gone'],
    ['removing from no list', () => removeItem({}, 'next_steps', gone), 'item-gone'],
    ['adding nothing', () => addItem(state, 'next_steps', ''), 'empty-text'],
    ['adding spaces', () => addItem(state, 'next_steps', ' \n\t\u0007'), 'empty-text'],
    [
      'renaming to nothing',
      () => renameItem(state, 'pending_tasks', { index: 0, text: 'p1' }, ' '),
      'empty-text',
    ],
  ];
  for (const [name, change, reason] of refusals) {
    it(`refuse ${name} (${reason})`, () => {
      assert.throws(change, (error) => UserError.is(error, reason));
    });
  }

  it('say which item is gone', () => {
    assert.throws(() => tickTask(state, { index: 0, text: 'a\nb' }), {
      message:
        '"a" is no longer in the list, because the file changed meanwhile. Look at the list as it is now.',
    });
  });

  it('are trimmed and one line', () => {
    const { next_steps } = addItem({}, 'next_steps', '  two \t words\u001B[1m \r\n more');
    assert.deepEqual(next_steps, ['two words']);
    const renamed = renameItem(state, 'pending_tasks', { index: 0, text: 'p1' }, ' q1\n');
    assert.deepEqual(renamed.pending_tasks, ['q1', 'p2', 'p3']);
  });
});

describe('progress', () => {
  const cases: [completed: number, total: number, percentage: number][] = [
    [0, 0, 0],
    [0, 3, 0],
    [1, 3, 33],
    [2, 3, 67],
    [1, 200, 1],
    [3, 3, 100],
  ];
  for (const [completed, total, percentage] of cases) {
    it(`of ${completed} of ${total} is ${percentage} %`, () => {
      assert.deepEqual(toProgress(completed, total), { completed, total, percentage });
    });
  }

  it('of the lists counts both', () => {
    assert.deepEqual(progressFromLists(state), { completed: 2, total: 5, percentage: 40 });
    assert.deepEqual(progressFromLists(null), { completed: 0, total: 0, percentage: 0 });
  });

  it('that is shown is the given one, else that of the lists, else none', () => {
    const given = { completed: 5, total: 12, percentage: 42 };
    const shown = (of: SessionState | null) => progressOf({ state: of, openSpec: undefined });
    assert.deepEqual(shown({ ...state, task_progress: given }), given);
    assert.deepEqual(shown(state), { completed: 2, total: 5, percentage: 40 });
    assert.equal(shown({}), undefined);
    assert.equal(shown(null), undefined);
  });
});
