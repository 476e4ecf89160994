// Long lists by month, and long months in ranges: only what is opened is made.

import type { TreeNode } from './treeNode';

/** Up to here a flat list is quicker to read than months. */
const flatUpTo = 30;
/** VS Code draws each row of an open month at once. */
const rangeSize = 100;

export interface Dated<T> {
  /** The newest first. */
  readonly entries: readonly T[];
  /** Of the rows, which are stable. */
  readonly id: string;
  /** A date or time as it is written. */
  readonly at: (entry: T) => string | undefined;
  /** Short, for the ends of a range; unique together with its place. */
  readonly name: (entry: T) => string;
  readonly toNode: (entry: T) => TreeNode;
  /** For what has no date. */
  readonly undated: string;
  /** Whether the newest month is open from the start. */
  readonly isOpen: boolean;
}

export function monthNodes<T>(list: Dated<T>): TreeNode[] {
  if (list.entries.length <= flatUpTo) {
    return list.entries.map(list.toNode);
  }
  return [...byMonth(list)].map(([month, entries], index) => ({
    id: `${list.id}/${month}`,
    kind: 'group',
    label: month,
    description: String(entries.length),
    expanded: list.isOpen && index === 0,
    later: () => rangeNodes(list, `${list.id}/${month}`, entries),
  }));
}

function byMonth<T>({ entries, at, undated }: Dated<T>): Map<string, T[]> {
  const months = new Map<string, T[]>();
  for (const entry of entries) {
    const month = /^\d{4}-\d{2}/.exec(at(entry) ?? '')?.[0] ?? undated;
    const known = months.get(month);
    if (known) {
      known.push(entry);
    } else {
      months.set(month, [entry]);
    }
  }
  return months;
}

/** Counted from the oldest, so that a new entry leaves the ranges before it as they are. */
function rangeNodes<T>(list: Dated<T>, id: string, entries: readonly T[]): TreeNode[] {
  if (entries.length <= rangeSize) {
    return entries.map(list.toNode);
  }
  const ranges: TreeNode[] = [];
  for (let end = entries.length; end > 0; end -= rangeSize) {
    const range = entries.slice(Math.max(0, end - rangeSize), end);
    const [newest] = range;
    const oldest = range.at(-1);
    if (newest !== undefined && oldest !== undefined) {
      ranges.unshift({
        id: `${id}/${entries.length - end}`,
        kind: 'group',
        label: `${list.name(newest)} – ${list.name(oldest)}`,
        description: String(range.length),
        expanded: list.isOpen && end <= rangeSize,
        later: () => range.map(list.toNode),
      });
    }
  }
  return ranges;
}
