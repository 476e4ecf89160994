// Tasks and next steps in the Session view: what each row stands for, and what may be done with it.

import path from 'node:path';
import type { TaskList } from '../../core/protocol/tasks';
import { progressOf, type Snapshot } from '../../core/snapshot';
import { oneLine } from '../../core/support/plainText';
import { commands } from '../contributions';
import type { ListItem, Rendering, TreeNode } from './treeNode';

const tasksId = 'session/tasks';
const stepsId = 'session/steps';

export function tasksNode(snapshot: Snapshot, rendering: Rendering): TreeNode[] {
  const { t, trusted } = rendering;
  const { root } = snapshot;
  const progress = progressOf(snapshot);
  const spec = ownsTasks(snapshot);
  const rows = taskRows(snapshot).map((row) => taskNode(snapshot, row, rendering));
  const isEmpty = rows.length === 0 && !progress;
  if (isEmpty && !trusted) {
    return [];
  }
  return [
    {
      id: tasksId,
      kind: spec ? 'specTasks' : 'tasks',
      label: progress
        ? `${progress.completed}/${progress.total} · ${progress.percentage} %`
        : t('Tasks'),
      description: progress ? t('tasks') : isEmpty ? t('Add…') : String(rows.length),
      tooltip: spec ? t('The tasks come from {0}', spec) : undefined,
      icon: { id: 'checklist' },
      command: isEmpty ? commands.addTask : undefined,
      root,
      children: unique(rows),
    },
  ];
}

export function stepsNode({ root, state }: Snapshot, rendering: Rendering): TreeNode[] {
  const { t, trusted } = rendering;
  const steps = state?.next_steps ?? [];
  if (steps.length === 0 && !trusted) {
    return [];
  }
  return [
    {
      id: stepsId,
      kind: 'steps',
      label: t('Next steps'),
      description: steps.length === 0 ? t('Add…') : String(steps.length),
      icon: { id: 'list-ordered' },
      expanded: true,
      root,
      command: steps.length === 0 ? commands.addStep : undefined,
      children: unique(
        steps.map((text, index) => ({
          id: `${stepsId}/${text}`,
          kind: 'step',
          label: oneLine(text),
          tooltip: text,
          item: { list: 'next_steps', index, text },
          root,
        })),
      ),
    },
  ];
}

/** tasks.md of the OpenSpec change, where that holds the tasks. */
function ownsTasks({ openSpec }: Snapshot): string | undefined {
  return openSpec && openSpec.tasks.length > 0 ? openSpec.tasksFile : undefined;
}

interface TaskRow {
  readonly item: ListItem;
  /** In tasks.md; undefined for a task of the session state. */
  readonly line?: number;
}

/** As OpenSpec orders them; else the completed ones first. */
function taskRows(snapshot: Snapshot): TaskRow[] {
  const { state, openSpec } = snapshot;
  const counts = { completed_tasks: 0, pending_tasks: 0 };
  if (openSpec && ownsTasks(snapshot)) {
    return openSpec.tasks.map(({ text, done, line }) => {
      const list = done ? 'completed_tasks' : 'pending_tasks';
      return { item: { list, index: counts[list]++, text }, line };
    });
  }
  const rows = (list: TaskList) =>
    (state?.[list] ?? []).map((text, index) => ({ item: { list, index, text } }));
  return [...rows('completed_tasks'), ...rows('pending_tasks')];
}

function taskNode(snapshot: Snapshot, { item, line }: TaskRow, rendering: Rendering): TreeNode {
  const { t, trusted } = rendering;
  const done = item.list === 'completed_tasks';
  const spec = ownsTasks(snapshot);
  return {
    id: `${tasksId}/${item.text}`,
    kind: `${spec ? 'specTask' : 'task'}.${done ? 'done' : 'pending'}`,
    label: oneLine(item.text),
    tooltip: item.text,
    spoken: done ? t('Done') : t('Pending'),
    checked: trusted ? done : undefined,
    icon: trusted
      ? undefined
      : done
        ? { id: 'pass', color: 'success' }
        : { id: 'circle-large-outline' },
    item,
    target: spec ? { file: path.join(snapshot.root, spec), line } : undefined,
    root: snapshot.root,
  };
}

/** Ids follow the texts, so that a row that moves stays selected; the same text may be there twice. */
function unique(nodes: readonly TreeNode[]): TreeNode[] {
  const seen = new Map<string, number>();
  return nodes.map((node) => {
    const count = (seen.get(node.id) ?? 0) + 1;
    seen.set(node.id, count);
    return count === 1 ? node : { ...node, id: `${node.id}\n${count}` };
  });
}

/** What can be ticked off. A step that is also a task is there once: one tick is enough for both. */
export function openItems(snapshot: Snapshot): ListItem[] {
  const steps = (snapshot.state?.next_steps ?? []).map((text, index): ListItem => ({
    list: 'next_steps',
    index,
    text,
  }));
  const tasks = taskRows(snapshot)
    .map(({ item }) => item)
    .filter(({ list }) => list === 'pending_tasks');
  const notIn = (others: readonly ListItem[]) => {
    const texts = new Set(others.map(({ text }) => oneLine(text)));
    return ({ text }: ListItem) => !texts.has(oneLine(text));
  };
  // A step takes its task along; but in tasks.md, only a tick of the task itself is written.
  return ownsTasks(snapshot)
    ? [...steps.filter(notIn(tasks)), ...tasks]
    : [...steps, ...tasks.filter(notIn(steps))];
}

/** Rows that can be put in another order. */
export function isMovable({ kind }: TreeNode): boolean {
  return kind === 'step' || kind === 'task.pending';
}

/** Where a row goes by one step; undefined at the end of its list. */
export function movedIndex(
  { list, index }: ListItem,
  steps: -1 | 1,
  snapshot: Snapshot | undefined,
): number | undefined {
  const to = index + steps;
  const rows = snapshot ? taskRows(snapshot).filter(({ item }) => item.list === list).length : 0;
  const length = list === 'next_steps' ? (snapshot?.state?.next_steps?.length ?? 0) : rows;
  return to >= 0 && to < length ? to : undefined;
}

/** Where a row goes that is dropped on another: it takes its place; on the heading, the first one. */
export function dropIndex(dragged: TreeNode, target: TreeNode): number | undefined {
  if (!isMovable(dragged) || !dragged.item || dragged.root !== target.root) {
    return undefined;
  }
  if (target.item?.list === dragged.item.list) {
    return target.item.index === dragged.item.index ? undefined : target.item.index;
  }
  const heading = dragged.item.list === 'next_steps' ? 'steps' : 'tasks';
  return target.kind === heading && dragged.item.index > 0 ? 0 : undefined;
}
