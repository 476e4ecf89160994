// What a person changes in the lists of tasks and next steps. Where OpenSpec holds the tasks, its
// tasks.md is the truth: a tick goes there, and the session state follows.

import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { withTaskDone } from './documents/openSpec';
import { findChange, type OpenSpecChange } from './openSpec';
import {
  addItem,
  type TaskItem,
  moveItem,
  removeItem,
  renameItem,
  type TaskList,
  tasksOfChange,
  tickStep,
  tickTask,
  untickTask,
} from './protocol/tasks';
import type { SessionState } from './schemas/sessionState';
import type { Snapshot } from './snapshot';
import { writeFileAtomic } from './stores/atomicFile';
import { readFileWithin } from './stores/fileWithin';
import type { JsonFile, Updated } from './stores/jsonFile';
import { UserError } from './support/errors';
import { msg } from './support/message';
import { oneLine } from './support/plainText';

export type TaskEdit =
  | { readonly kind: 'add'; readonly list: TaskList; readonly text: string }
  | { readonly kind: 'remove'; readonly list: TaskList; readonly item: TaskItem }
  | { readonly kind: 'move'; readonly list: TaskList; readonly item: TaskItem; readonly to: number }
  | {
      readonly kind: 'rename';
      readonly list: TaskList;
      readonly item: TaskItem;
      readonly text: string;
    }
  | { readonly kind: 'tick' | 'untick' | 'tickStep'; readonly item: TaskItem };

export async function editTasks(
  file: JsonFile<SessionState>,
  snapshot: Snapshot | null,
  edit: TaskEdit,
): Promise<Updated<SessionState>> {
  const shown = snapshot?.state ?? undefined;
  if (!snapshot || !shown) {
    throw new UserError('no-session', msg('There is no session yet. Start one first.'));
  }
  const change = shown.openspec ? findChange(snapshot.root, shown.openspec) : undefined;
  if (!change || change.tasks.length === 0) {
    return file.update((current) => applyEdit(current ?? shown, edit));
  }
  const inSpec = editOfSpec(change, edit);
  if (!inSpec) {
    const ofSteps = editOfSteps(edit);
    return file.update((current) => followSpec(applyEdit(current ?? shown, ofSteps), change));
  }
  await editSpec(snapshot.root, change, inSpec);
  const after = findChange(snapshot.root, shown.openspec ?? '') ?? change;
  return file.update((current) => followSpec(withoutStep(current ?? shown, inSpec), after));
}

/** What the edit means for tasks.md; undefined when it is about next steps alone. */
function editOfSpec({ tasks }: OpenSpecChange, edit: TaskEdit): TaskEdit | undefined {
  if (edit.kind === 'tickStep') {
    const isTask = tasks.some(({ done, text }) => !done && isSameText(text, edit.item.text));
    return isTask ? { kind: 'tick', item: edit.item } : undefined;
  }
  return 'list' in edit && edit.list === 'next_steps' ? undefined : edit;
}

/** A step that is no task in tasks.md is nothing but a step. */
function editOfSteps(edit: TaskEdit): TaskEdit {
  return edit.kind === 'tickStep' ? { kind: 'remove', list: 'next_steps', item: edit.item } : edit;
}

/** As rows show them. */
function isSameText(one: string, other: string): boolean {
  return oneLine(one) === oneLine(other);
}

function applyEdit(state: SessionState, edit: TaskEdit): SessionState {
  switch (edit.kind) {
    case 'add':
      return addItem(state, edit.list, edit.text);
    case 'remove':
      return removeItem(state, edit.list, edit.item);
    case 'move':
      return moveItem(state, edit.list, edit.item, edit.to);
    case 'rename':
      return renameItem(state, edit.list, edit.item, edit.text);
    case 'tick':
      return tickTask(state, edit.item);
    case 'untick':
      return untickTask(state, edit.item);
    case 'tickStep':
      return tickStep(state, edit.item);
  }
}

async function editSpec(root: string, change: OpenSpecChange, edit: TaskEdit): Promise<void> {
  const { tasksFile } = change;
  if ((edit.kind !== 'tick' && edit.kind !== 'untick') || tasksFile === undefined) {
    throw new UserError(
      'openspec-owns-tasks',
      msg(
        'The tasks come from {0}: add, change and order them there.',
        tasksFile ?? change.directory,
      ),
    );
  }
  const done = edit.kind === 'tick';
  const listed = change.tasks.filter((task) => task.done !== done);
  const { index, text } = edit.item;
  const task =
    listed[index]?.text === text
      ? listed[index]
      : listed.find((each) => isSameText(each.text, text));
  const file = path.join(root, tasksFile);
  const seen = readFileWithin(file, root);
  // What is not UTF-8 would come back changed.
  const before = seen.kind === 'ok' && isUtf8(seen.bytes) ? seen.bytes.toString('utf8') : undefined;
  const after =
    task && before !== undefined ? withTaskDone(before, task.line, task.text, done) : undefined;
  if (after === undefined) {
    throw new UserError(
      'item-gone',
      msg(
        '"{0}" is no longer in {1}: it was changed meanwhile. Look at it again.',
        oneLine(text),
        tasksFile,
      ),
    );
  }
  await writeFileAtomic(file, after);
}

function withoutStep(state: SessionState, edit: TaskEdit): SessionState {
  return edit.kind === 'tick'
    ? {
        ...state,
        next_steps: (state.next_steps ?? []).filter((step) => !isSameText(step, edit.item.text)),
      }
    : state;
}

function followSpec(state: SessionState, change: OpenSpecChange): SessionState {
  return { ...state, ...tasksOfChange(change, state.task_progress) };
}
