import { projectPaths } from '../../src/core/projectPaths';
import type { Snapshot } from '../../src/core/snapshot';
import { english } from '../../src/core/support/message';
import { childrenOf, type Rendering, type TreeNode } from '../../src/extension/views/treeNode';

const root = '/project';

/** An empty project in a repository, with what a test is about. */
export function snapshotWith(parts: Partial<Snapshot>): Snapshot {
  return {
    root,
    paths: projectPaths(root, '.claude/sdd'),
    head: { branch: 'main', commit: null },
    operation: undefined,
    folder: 'present',
    hasRoadmap: false,
    state: null,
    openSpec: undefined,
    context: null,
    handover: null,
    mentions: [],
    archives: [],
    decisions: [],
    buffer: null,
    blockers: [],
    closedBlockers: [],
    sessions: [],
    live: [],
    contexts: [],
    deliveries: [],
    problems: [],
    sharedFrom: undefined,
    ...parts,
  };
}

export const inEnglish: Rendering = {
  t: english,
  language: 'en',
  now: new Date('2026-01-15T15:00:00Z'),
  trusted: true,
};

/** A tree as text: one line per row, indented. */
export function outline(nodes: readonly TreeNode[], depth = 0): string[] {
  return nodes.flatMap((node) => [
    `${'  '.repeat(depth)}${box(node)}${node.icon ? `(${node.icon.id}) ` : ''}${node.label}${node.description ? ` | ${node.description}` : ''}`,
    ...outline(childrenOf(node), depth + 1),
  ]);
}

function box({ checked }: TreeNode): string {
  return checked === undefined ? '' : checked ? '[x] ' : '[ ] ';
}

export function allNodes(nodes: readonly TreeNode[]): TreeNode[] {
  return nodes.flatMap((node) => [node, ...allNodes(childrenOf(node))]);
}
