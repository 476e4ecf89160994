// The Decisions view: newest first; once there are many, by month.

import type { Decision } from '../../core/schemas/handover';
import type { Snapshot } from '../../core/snapshot';
import { oneLine } from '../../core/support/plainText';
import { relativeTime } from '../../core/support/relativeTime';
import { fieldNodes, type Icon, type Rendering, type TreeNode } from './treeNode';

/** Up to here a flat list is quicker to read than months. */
const flatUpTo = 30;

const icons: Readonly<Record<string, Icon>> = {
  USER_DECISION: { id: 'person' },
  STEERING_UPDATE: { id: 'compass' },
  DIRECTION_CHANGE: { id: 'git-compare' },
  ESCALATION_RESOLVED: { id: 'pass', color: 'success' },
  STEERING_EXCEPTION: { id: 'compass-dot', color: 'warning' },
  REVISION_INITIATED: { id: 'history' },
  SESSION_START: { id: 'sign-in' },
  SESSION_END: { id: 'sign-out' },
};

export function decisionsTree(snapshot: Snapshot, rendering: Rendering): TreeNode[] {
  // The log is append-only, so file order is the order in which they were taken.
  const newestFirst = [...snapshot.decisions].reverse();
  const toNode = (decision: Decision) =>
    decisionNode(decision, snapshot.paths.decisions, rendering);
  if (newestFirst.length <= flatUpTo) {
    return newestFirst.map(toNode);
  }
  return [...byMonth(newestFirst)].map(([month, decisions], index) => ({
    id: `decisions/${month}`,
    kind: 'group',
    label: month,
    description: String(decisions.length),
    expanded: index === 0,
    children: decisions.map(toNode),
  }));
}

function byMonth(decisions: readonly Decision[]): Map<string, Decision[]> {
  const months = new Map<string, Decision[]>();
  for (const decision of decisions) {
    const month = decision.at.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), decision]);
  }
  return months;
}

function decisionNode(decision: Decision, file: string, { t, now, language }: Rendering): TreeNode {
  // Numbers repeat after a merge; the line does not.
  const id = `decisions/${decision.id}@${decision.line}`;
  return {
    id,
    kind: 'decision',
    label: `${decision.id} ${oneLine(decision.summary)}`,
    description: relativeTime(decision.at, now, language),
    tooltip: `${decision.type} · ${decision.at}\n${decision.summary}`,
    icon: icons[decision.type] ?? { id: 'question' },
    target: { file, line: decision.line },
    children: fieldNodes(id, [
      ['context', t('Context'), decision.context],
      ['decision', t('Decision'), decision.decision],
      ['reason', t('Reason'), decision.reason],
      ['impact', t('Impact'), decision.impact],
      ['source', t('Source'), decision.source],
      ['steering', t('Steering'), decision.steeringRef],
      ['supersedes', t('Supersedes'), decision.supersedes],
    ]),
  };
}
