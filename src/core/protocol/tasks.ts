// What a person changes in the lists of a session state, and the progress that follows them. Pure:
// each returns a new state, in which fields that Baton does not know are still there.

import type { OpenSpecChange } from '../openSpec';
import type { SessionState, TaskProgress } from '../schemas/sessionState';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import { oneLine } from '../support/plainText';

export type TaskList = 'next_steps' | 'pending_tasks' | 'completed_tasks';

/** What a person saw: the list may have changed since. */
export interface TaskItem {
  readonly index: number;
  readonly text: string;
}

type Lists = Partial<Record<TaskList, string[]>>;

export function addItem(state: SessionState, list: TaskList, text: string): SessionState {
  return withLists(state, { [list]: [...(state[list] ?? []), toText(text)] });
}

export function removeItem(state: SessionState, list: TaskList, item: TaskItem): SessionState {
  return withLists(state, { [list]: taken(state, list, item).rest });
}

/** `toIndex`: where it is to be afterwards; beyond the end is the end. */
export function moveItem(
  state: SessionState,
  list: TaskList,
  item: TaskItem,
  toIndex: number,
): SessionState {
  const { text, rest } = taken(state, list, item);
  return withLists(state, { [list]: rest.toSpliced(Math.max(0, toIndex), 0, text) });
}

export function renameItem(
  state: SessionState,
  list: TaskList,
  item: TaskItem,
  text: string,
): SessionState {
  const { index, rest } = taken(state, list, item);
  return withLists(state, { [list]: rest.toSpliced(index, 0, toText(text)) });
}

/** Done: it goes to the end of the completed ones. */
export function tickTask(state: SessionState, item: TaskItem): SessionState {
  const { text, rest } = taken(state, 'pending_tasks', item);
  return withLists(state, {
    pending_tasks: rest,
    completed_tasks: [...(state.completed_tasks ?? []), text],
  });
}

/** Not done after all: it is the first thing to do again. */
export function untickTask(state: SessionState, item: TaskItem): SessionState {
  const { text, rest } = taken(state, 'completed_tasks', item);
  return withLists(state, {
    completed_tasks: rest,
    pending_tasks: [text, ...(state.pending_tasks ?? [])],
  });
}

/** A next step is often one of the tasks too, which is then done with it. */
export function tickStep(state: SessionState, item: TaskItem): SessionState {
  const { text, rest } = taken(state, 'next_steps', item);
  const pending = state.pending_tasks ?? [];
  const task = pending.findIndex((each) => oneLine(each) === oneLine(text));
  return withLists(state, {
    next_steps: rest,
    ...(task >= 0 && { pending_tasks: pending.toSpliced(task, 1) }),
    completed_tasks: [...(state.completed_tasks ?? []), pending[task] ?? text],
  });
}

/** The lists and the progress as the boxes of OpenSpec's tasks.md have them. */
export function tasksOfChange(
  { tasks }: Pick<OpenSpecChange, 'tasks'>,
  before: TaskProgress | null | undefined,
): Required<Pick<SessionState, 'completed_tasks' | 'pending_tasks' | 'task_progress'>> {
  const texts = (done: boolean) =>
    tasks.filter((task) => task.done === done).map(({ text }) => text);
  const completed = texts(true);
  return {
    completed_tasks: completed,
    pending_tasks: texts(false),
    task_progress: { ...before, ...toProgress(completed.length, tasks.length) },
  };
}

export function progressFromLists(state: SessionState | null): TaskProgress {
  const completed = state?.completed_tasks?.length ?? 0;
  return toProgress(completed, completed + (state?.pending_tasks?.length ?? 0));
}

/** Never below zero, and never more completed than there are. */
export function toProgress(completed: number, total: number): TaskProgress {
  const all = Math.max(0, total);
  const done = Math.min(Math.max(0, completed), all);
  return { completed: done, total: all, percentage: Math.round((100 * done) / (all || 1)) };
}

function withLists(before: SessionState, lists: Lists): SessionState {
  const after = { ...before, ...lists };
  // Next steps are no tasks: what was said about those stays as it was said.
  return lists.pending_tasks || lists.completed_tasks
    ? { ...after, task_progress: nextProgress(before, after) }
    : after;
}

/** Progress that was given counts more than the lists name, so only the difference is applied. */
function nextProgress(before: SessionState, after: SessionState): TaskProgress {
  const given = before.task_progress;
  const old = progressFromLists(before);
  const now = progressFromLists(after);
  return {
    ...given,
    ...(given
      ? toProgress(
          given.completed + now.completed - old.completed,
          given.total + now.total - old.total,
        )
      : now),
  };
}

/** Finds the item again and takes it out of its list. */
function taken(state: SessionState, list: TaskList, item: TaskItem) {
  const texts = state[list] ?? [];
  const index = texts[item.index] === item.text ? item.index : texts.indexOf(item.text);
  const text = texts[index];
  if (text === undefined) {
    throw new UserError(
      'item-gone',
      msg(
        '"{0}" is no longer in the list, because the file changed meanwhile. Look at the list as it is now.',
        oneLine(item.text),
      ),
    );
  }
  return { index, text, rest: texts.toSpliced(index, 1) };
}

function toText(text: string): string {
  const line = oneLine(text);
  if (line === '') {
    throw new UserError('empty-text', msg('The text is empty. Write what is to be done.'));
  }
  return line;
}
