// The Session view: where the work stands (session-state.json) and what the agent knew
// (session-context.json).

import path from 'node:path';
import type { LoadReport } from '../../core/load/loadReport';
import type { Retention } from '../../core/retention/retention';
import type { SessionState } from '../../core/schemas/sessionState';
import type { Snapshot } from '../../core/snapshot';
import { oneLine } from '../../core/support/plainText';
import { relativeTime } from '../../core/support/relativeTime';
import { contextNode, lastDelivery } from './contextNode';
import { findingNodes } from './findingNodes';
import { problemNodes } from './problemNodes';
import { retentionNodes } from './retentionNotice';
import { stepsNode, tasksNode } from './taskNodes';
import type { Rendering, TreeNode } from './treeNode';

/** `report`: what the last load found, while that is still true. */
export function sessionTree(
  snapshot: Snapshot,
  rendering: Rendering,
  report?: LoadReport,
  retention?: Retention,
): TreeNode[] {
  return [
    ...problemNodes('session', snapshot, rendering),
    ...findingNodes(report, snapshot.root, rendering),
    ...(snapshot.sharedFrom ? [sharedState(snapshot.sharedFrom.root, rendering)] : []),
    ...(snapshot.state ? stateNodes(snapshot, snapshot.state, rendering) : []),
    ...agentNodes(snapshot, rendering),
    ...retentionNodes(retention, snapshot.root, rendering),
  ];
}

/** A session may have been told where the work stands before any context was saved. */
function agentNodes(snapshot: Snapshot, rendering: Rendering): TreeNode[] {
  if (snapshot.context) {
    return [contextNode(snapshot, snapshot.context, rendering)];
  }
  return snapshot.state ? lastDelivery('session', snapshot, rendering) : [];
}

function sharedState(mainRoot: string, { t }: Rendering): TreeNode {
  return {
    id: 'session/shared',
    kind: 'notice',
    label: t('State of the main worktree'),
    description: path.basename(mainRoot),
    tooltip: t('This worktree has no state of its own yet, so it shows that of {0}.', mainRoot),
    icon: { id: 'repo-forked', color: 'info' },
  };
}

/** What to do comes first; a side bar is short. */
function stateNodes(snapshot: Snapshot, state: SessionState, rendering: Rendering): TreeNode[] {
  const { t } = rendering;
  return [
    {
      id: 'session/workingOn',
      kind: 'workingOn',
      label: oneLine(state.working_on ?? '') || t('No task described'),
      tooltip: state.working_on,
      icon: { id: 'target' },
      target: { file: (snapshot.sharedFrom ?? snapshot.paths).sessionState },
    },
    ...tasksNode(snapshot, rendering),
    ...stepsNode(snapshot, rendering),
    ...savedNodes(state, rendering),
    ...openSpecNode(snapshot, state, rendering),
  ];
}

function savedNodes(state: SessionState, { t, now, language }: Rendering): TreeNode[] {
  const nodes: TreeNode[] = [];
  const pushed = state.git_pushed ? t('pushed') : t('not pushed');
  if (state.saved_at) {
    nodes.push({
      id: 'session/saved',
      kind: 'saved',
      label: t('Saved {0}', relativeTime(state.saved_at, now, language)),
      description: state.git_branch ? pushed : undefined,
      tooltip: [state.saved_at, state.mode].filter(Boolean).join(' · '),
      icon: { id: 'save' },
    });
  }
  if (state.git_branch) {
    nodes.push({
      id: 'session/branch',
      kind: 'branch',
      label: state.git_branch,
      description: state.git_commit?.slice(0, 7),
      tooltip: t('Branch and commit of the last save'),
      icon: { id: 'git-branch' },
    });
  }
  return nodes;
}

function openSpecNode(
  { root, openSpec }: Snapshot,
  { openspec, openspec_status: status }: SessionState,
  { t }: Rendering,
): TreeNode[] {
  if (!openspec) {
    return [];
  }
  const name = t('OpenSpec #{0}', openspec);
  const shownStatus = openSpec?.archived ? t('archived') : status;
  return [
    {
      id: 'session/openspec',
      kind: 'openspec',
      label: openSpec?.title ?? name,
      description: [openSpec?.title && name, shownStatus].filter(Boolean).join(' · '),
      tooltip: openSpec?.directory,
      icon: { id: 'book' },
      target: openSpec?.hasProposal
        ? { file: path.join(root, openSpec.directory, 'proposal.md') }
        : undefined,
    },
  ];
}
