// Draws a model of treeNode.ts as a VS Code tree. No I/O, no messages, no decisions of its own.

import path from 'node:path';
import * as vscode from 'vscode';
import type { Snapshot } from '../../core/snapshot';
import { commands } from '../contributions';
import { everyMinute } from '../everyMinute';
import type { Projects } from '../projects';
import { t } from '../translate';
import { childrenOf, type Icon, pathTo, type Rendering, type TreeNode } from './treeNode';

export interface Model {
  nodes(snapshot: Snapshot, rendering: Rendering): TreeNode[];
  /** What else it shows has changed. */
  readonly onDidChange?: vscode.Event<void> | undefined;
  /** Whether somebody sees it now. */
  onDidChangeVisibility?(isVisible: boolean): void;
  /** Shown above the rows, as wrapped text. */
  notice?(snapshot: Snapshot, rendering: Rendering): string | undefined;
  /** The number on the view's icon, of all projects together, and what it counts. */
  badge?(snapshots: readonly Snapshot[], rendering: Rendering): vscode.ViewBadge | undefined;
  /** Beside the name of a project, where there are several. */
  summary?(snapshot: Snapshot, rendering: Rendering): string | undefined;
  /** Where a row goes that is dropped on another; undefined where it cannot go. */
  readonly dropIndex?: (dragged: TreeNode, target: TreeNode) => number | undefined;
}

export interface ModelView extends vscode.Disposable {
  /** What the view shows now. */
  nodes(): readonly TreeNode[];
  badge(): vscode.ViewBadge | undefined;
  /** Shows the row that this is true of, and what is below it. */
  reveal(isIt: (node: TreeNode) => boolean): Promise<void>;
}

export function registerTreeView(id: string, model: Model, projects: Projects): ModelView {
  const changed = new vscode.EventEmitter<undefined>();
  const nodes = () => rootNodes(projects, model, currentRendering());
  const view = vscode.window.createTreeView<TreeNode>(id, {
    showCollapseAll: true,
    // Ticks and moves come back as a snapshot, like every other change.
    manageCheckboxStateManually: true,
    dragAndDropController: model.dropIndex && dragAndDrop(id, model.dropIndex),
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: toTreeItem,
      getChildren: (node) => [...(node ? childrenOf(node) : nodes())],
      getParent: ({ id: child }) => pathTo(nodes(), (node) => node.id === child).at(-2),
    },
  });
  const draw = () => {
    const notices = projects.all.flatMap(
      ({ snapshot }) => (snapshot && model.notice?.(snapshot, currentRendering())) ?? [],
    );
    view.message = notices.join('\n') || undefined;
    view.badge = model.badge?.(snapshotsOf(projects), currentRendering());
    changed.fire(undefined);
  };
  const disposables = vscode.Disposable.from(
    view,
    changed,
    ...(model.onDidChange ? [model.onDidChange(draw)] : []),
    projects.onDidChange(draw),
    vscode.workspace.onDidGrantWorkspaceTrust(draw),
    view.onDidChangeCheckboxState(async ({ items }) => {
      for (const [node, state] of items) {
        const isDone = state === vscode.TreeItemCheckboxState.Checked;
        await vscode.commands.executeCommand(
          isDone ? commands.checkTask : commands.uncheckTask,
          node,
        );
      }
      // Where that was refused, the box must not look as if it had been done.
      changed.fire(undefined);
    }),
    view.onDidChangeVisibility(({ visible }) => {
      model.onDidChangeVisibility?.(visible);
    }),
    everyMinute(() => {
      if (view.visible) {
        draw();
      }
    }),
  );
  return {
    nodes,
    badge: () => view.badge,
    reveal: async (isIt) => {
      const node = pathTo(nodes(), isIt).at(-1);
      await (node
        ? view.reveal(node, { select: true, focus: true, expand: true })
        : vscode.commands.executeCommand(`${id}.focus`));
    },
    dispose: () => void disposables.dispose(),
  };
}

export function currentRendering(): Rendering {
  return {
    t,
    language: vscode.env.language,
    now: new Date(),
    trusted: vscode.workspace.isTrusted,
  };
}

function snapshotsOf(projects: Projects): Snapshot[] {
  return projects.all.flatMap(({ snapshot }) => snapshot ?? []);
}

function dragAndDrop(
  id: string,
  dropIndex: NonNullable<Model['dropIndex']>,
): vscode.TreeDragAndDropController<TreeNode> {
  const mimeType = `application/vnd.code.tree.${id.toLowerCase()}`;
  return {
    dragMimeTypes: [mimeType],
    dropMimeTypes: [mimeType],
    handleDrag: ([node], data) => {
      if (node?.item && vscode.workspace.isTrusted) {
        data.set(mimeType, new vscode.DataTransferItem(node));
      }
    },
    handleDrop: async (target, data) => {
      const dragged = data.get(mimeType)?.value as TreeNode | undefined;
      const to = dragged && target && dropIndex(dragged, target);
      if (to !== undefined) {
        await vscode.commands.executeCommand(commands.moveItem, dragged, to);
      }
    },
  };
}

/** With several projects in the window, one node for each. */
function rootNodes(projects: Projects, model: Model, rendering: Rendering): TreeNode[] {
  const shown = projects.all.flatMap((project) =>
    project.snapshot
      ? [
          {
            project,
            nodes: model.nodes(project.snapshot, rendering),
            summary: model.summary?.(project.snapshot, rendering),
          },
        ]
      : [],
  );
  if (shown.length <= 1) {
    return shown[0]?.nodes ?? [];
  }
  return shown.map(({ project, nodes, summary }) => ({
    id: project.root,
    kind: 'project',
    label: path.basename(project.root),
    description: nodes.length === 0 ? rendering.t('nothing here yet') : summary,
    tooltip: project.root,
    icon: { id: 'root-folder' },
    expanded: true,
    root: project.root,
    children: nodes.map((node) => underProject(node, project.root)),
  }));
}

/** Ids are unique in a view, and two projects have the same rows. */
function underProject(node: TreeNode, root: string): TreeNode {
  const all = (nodes: readonly TreeNode[]) => nodes.map((child) => underProject(child, root));
  const { later } = node;
  return {
    ...node,
    id: `${root}#${node.id}`,
    children: node.children && all(node.children),
    later: later && (() => all(later())),
  };
}

function toTreeItem(node: TreeNode): vscode.TreeItem {
  const item = new vscode.TreeItem(
    node.label,
    !node.children?.length && !node.later
      ? vscode.TreeItemCollapsibleState.None
      : node.expanded
        ? vscode.TreeItemCollapsibleState.Expanded
        : vscode.TreeItemCollapsibleState.Collapsed,
  );
  item.id = node.id;
  item.contextValue = node.kind;
  item.description = node.description;
  item.tooltip = node.tooltip;
  item.iconPath = node.icon && toThemeIcon(node.icon);
  item.accessibilityInformation = {
    label: [node.spokenLabel ?? node.label, node.description, node.spoken]
      .filter(Boolean)
      .join(', '),
  };
  if (node.checked !== undefined) {
    item.checkboxState = node.checked
      ? vscode.TreeItemCheckboxState.Checked
      : vscode.TreeItemCheckboxState.Unchecked;
  }
  if (node.command) {
    item.command = { command: node.command, title: node.label, arguments: [node] };
  } else if (node.target) {
    item.command = {
      command: commands.openFile,
      title: vscode.l10n.t('Open'),
      arguments: [node.target],
    };
  }
  return item;
}

const colors: Readonly<Record<NonNullable<Icon['color']>, string>> = {
  error: 'list.errorForeground',
  warning: 'list.warningForeground',
  info: 'charts.blue',
  success: 'testing.iconPassed',
  muted: 'disabledForeground',
};

function toThemeIcon({ id, color }: Icon): vscode.ThemeIcon {
  return new vscode.ThemeIcon(id, color && new vscode.ThemeColor(colors[color]));
}
