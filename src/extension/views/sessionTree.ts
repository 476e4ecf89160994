// The Session view: where the work stands (session-state.json) and what the agent knew
// (session-context.json).

import path from 'node:path';
import type { SessionContext } from '../../core/schemas/sessionContext';
import type { SessionState } from '../../core/schemas/sessionState';
import { progressOf, type Snapshot } from '../../core/snapshot';
import { oneLine } from '../../core/support/plainText';
import { relativeTime } from '../../core/support/relativeTime';
import { problemNodes } from './problemNodes';
import { fieldNodes, type Rendering, type TreeNode } from './treeNode';

export function sessionTree(snapshot: Snapshot, rendering: Rendering): TreeNode[] {
  return [
    ...problemNodes(snapshot, rendering),
    ...(snapshot.sharedFrom ? [sharedState(snapshot.sharedFrom.root, rendering)] : []),
    ...(snapshot.state ? stateNodes(snapshot, snapshot.state, rendering) : []),
    ...(snapshot.context ? [contextNode(snapshot, snapshot.context, rendering)] : []),
  ];
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
    ...progressNode(state, rendering),
    ...group('session/nextSteps', t('Next steps'), 'list-ordered', state.next_steps, true),
    ...savedNodes(state, rendering),
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
  if (state.openspec) {
    nodes.push({
      id: 'session/openspec',
      kind: 'openspec',
      label: t('OpenSpec #{0}', state.openspec),
      description: state.openspec_status ?? undefined,
      icon: { id: 'book' },
    });
  }
  return nodes;
}

function progressNode(state: SessionState, { t }: Rendering): TreeNode[] {
  const progress = progressOf(state);
  if (!progress) {
    return [];
  }
  const task =
    (done: boolean) =>
    (label: string, index: number): TreeNode => ({
      id: `session/progress/${done ? 'done' : 'pending'}/${index}`,
      kind: 'task',
      label: oneLine(label),
      tooltip: label,
      spoken: done ? t('Done') : t('Pending'),
      icon: done ? { id: 'pass', color: 'success' } : { id: 'circle-large-outline' },
    });
  return [
    {
      id: 'session/progress',
      kind: 'progress',
      label: `${progress.completed}/${progress.total} · ${progress.percentage} %`,
      description: t('tasks'),
      icon: { id: 'checklist' },
      children: [
        ...(state.completed_tasks ?? []).map(task(true)),
        ...(state.pending_tasks ?? []).map(task(false)),
      ],
    },
  ];
}

function contextNode(snapshot: Snapshot, context: SessionContext, rendering: Rendering): TreeNode {
  const { t, now, language } = rendering;
  const id = 'session/context';
  const { goal, progress, state } = context;
  const savedAt = context.meta?.saved_at;
  return {
    id,
    kind: 'context',
    label: t('Agent context'),
    description: savedAt && relativeTime(savedAt, now, language),
    tooltip: t('What the agent knew when its context was last saved'),
    icon: { id: 'archive' },
    target: { file: (snapshot.sharedFrom ?? snapshot.paths).sessionContext },
    children: [
      ...fieldNodes(id, [
        ['request', t('Request'), goal?.original_request],
        ['objective', t('Objective'), goal?.current_objective],
      ]),
      ...group(`${id}/current`, t('In progress'), 'sync', progress?.current),
      ...group(`${id}/pending`, t('Pending'), 'circle-large-outline', progress?.pending),
      ...group(`${id}/done`, t('Done'), 'pass', progress?.done),
      ...group(
        `${id}/decisions`,
        t('Decisions'),
        'law',
        context.decisions?.map(({ what, why }) => (why ? `${what} (${why})` : what)),
      ),
      ...group(
        `${id}/discoveries`,
        t('Discoveries'),
        'lightbulb',
        context.discoveries?.map(({ file, insight }) => (file ? `${file}: ${insight}` : insight)),
      ),
      ...group(`${id}/files`, t('Recent files'), 'file', state?.recent_files),
      ...group(`${id}/blockers`, t('Blockers'), 'warning', state?.blockers),
      ...group(`${id}/errors`, t('Errors'), 'error', state?.errors),
    ],
  };
}

/** Nothing at all where there is nothing to list. */
function group(
  id: string,
  label: string,
  icon: string,
  items: readonly string[] | undefined,
  expanded = false,
): TreeNode[] {
  if (!items?.length) {
    return [];
  }
  return [
    {
      id,
      kind: 'group',
      label,
      description: String(items.length),
      icon: { id: icon },
      expanded,
      children: items.map((item, index) => ({
        id: `${id}/${index}`,
        kind: 'text',
        label: oneLine(item),
        tooltip: item,
      })),
    },
  ];
}
