// What a view shows, as plain values: tested without VS Code, drawn by treeView.ts.

import type { AgentSession } from '../../core/context/agentSessions';
import type { TaskItem, TaskList } from '../../core/protocol/tasks';
import type { Blocker } from '../../core/schemas/blocker';
import type { Question } from '../../core/schemas/liveSession';
import type { LiveSession } from '../../core/sessions/liveSessions';
import type { Translate } from '../../core/support/message';
import { oneLine } from '../../core/support/plainText';
import type { CommandId } from '../contributions';

export interface TreeNode {
  /** Stable: a path of its context, so that VS Code keeps expansion and selection. */
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly tooltip?: string | undefined;
  readonly icon?: Icon | undefined;
  /** Said instead of a label that is short for its row. */
  readonly spokenLabel?: string | undefined;
  /** What only the icon shows, for those who hear the row. */
  readonly spoken?: string | undefined;
  /** Opened by a click. */
  readonly target?: FileTarget | undefined;
  /** Run by a click, on the row. */
  readonly command?: CommandId | undefined;
  /** Whether its check box is ticked; undefined where it has none. */
  readonly checked?: boolean | undefined;
  /** What the row stands for in a list that a person can change. */
  readonly item?: ListItem | undefined;
  /** The open blocker that the row stands for. */
  readonly blocker?: Blocker | undefined;
  /** The agent session that the row stands for. */
  readonly session?: AgentSession | undefined;
  /** The live session that the row stands for, and the question of it. */
  readonly live?: LiveSession | undefined;
  readonly question?: Question | undefined;
  /** The name of the proposed agent that the row stands for. */
  readonly proposal?: string | undefined;
  readonly children?: readonly TreeNode[] | undefined;
  /** In place of `children`, where they are many: made when the row is opened. */
  readonly later?: (() => readonly TreeNode[]) | undefined;
  readonly expanded?: boolean | undefined;
  /** The project it belongs to, for commands on the row. */
  readonly root?: string | undefined;
}

export interface ListItem extends TaskItem {
  readonly list: TaskList;
}

export interface Icon {
  /** A codicon. */
  readonly id: string;
  readonly color?: 'error' | 'warning' | 'info' | 'success' | 'muted' | undefined;
}

export interface FileTarget {
  /** Absolute. */
  readonly file: string;
  /** 1-based. */
  readonly line?: number | undefined;
  /** A folder that it must not lead out of, for places that a file or an output names. */
  readonly within?: string | undefined;
  /** Where it may be instead. */
  readonly otherwise?: string | undefined;
}

/** How a host speaks and what time it is. */
export interface Rendering {
  readonly t: Translate;
  readonly language: string;
  readonly now: Date;
  /** In Restricted Mode rows only show. */
  readonly trusted: boolean;
}

export type Field = readonly [key: string, label: string, value: string | null | undefined];

/** Label and value in one row each; what has no value has no row. */
export function fieldNodes(parentId: string, fields: readonly Field[]): TreeNode[] {
  return fields.flatMap(([key, label, value]) =>
    value
      ? [
          {
            id: `${parentId}/${key}`,
            kind: 'text',
            label,
            description: oneLine(value),
            tooltip: value,
          },
        ]
      : [],
  );
}

/** How many more there are, and where; no row where there are none. */
export function olderNode(
  id: string,
  count: number,
  place: string,
  { t }: Pick<Rendering, 't'>,
): TreeNode[] {
  return count > 0
    ? [
        {
          id,
          kind: 'text',
          label: count === 1 ? t('1 older one') : t('{0} older ones', count),
          description: place,
        },
      ]
    : [];
}

export function childrenOf(node: TreeNode): readonly TreeNode[] {
  return node.children ?? node.later?.() ?? [];
}

/** From the top to the first row that this is true of; empty where there is none. */
export function pathTo(
  nodes: readonly TreeNode[],
  isIt: (node: TreeNode) => boolean,
): readonly TreeNode[] {
  for (const node of nodes) {
    const below = isIt(node) ? [] : pathTo(childrenOf(node), isIt);
    if (isIt(node) || below.length > 0) {
      return [node, ...below];
    }
  }
  return [];
}
