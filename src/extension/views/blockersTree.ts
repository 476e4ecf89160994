// The Blockers view: what stands in the way, the most severe first.

import type { Blocker } from '../../core/schemas/blocker';
import type { Snapshot } from '../../core/snapshot';
import { oneLine } from '../../core/support/plainText';
import { relativeTime } from '../../core/support/relativeTime';
import { fieldNodes, type Icon, type Rendering, type TreeNode } from './treeNode';

const icons: Readonly<Record<NonNullable<Blocker['severity']>, Icon>> = {
  critical: { id: 'error', color: 'error' },
  high: { id: 'error', color: 'error' },
  medium: { id: 'warning', color: 'warning' },
  low: { id: 'info', color: 'info' },
};

export function blockersTree(snapshot: Snapshot, rendering: Rendering): TreeNode[] {
  return snapshot.blockers.map((blocker, index) => blockerNode(blocker, index, rendering));
}

function blockerNode(blocker: Blocker, index: number, rendering: Rendering): TreeNode {
  const { t, now, language } = rendering;
  const id = `blockers/${blocker.id ?? `${blocker.type ?? 'other'}@${blocker.detected_at ?? index}`}`;
  const severity = blocker.severity ?? 'medium';
  const attempts =
    blocker.recovery_attempted === undefined
      ? undefined
      : t('{0} of {1} attempts', blocker.recovery_attempted, blocker.max_recovery_attempts ?? 3);
  const label = oneLine(blocker.description ?? '') || t('No description');
  return {
    id,
    kind: 'blocker',
    label,
    description: [
      blocker.type ?? 'other',
      blocker.detected_at && relativeTime(blocker.detected_at, now, language),
    ]
      .filter(Boolean)
      .join(' · '),
    tooltip: blocker.description,
    icon: icons[severity],
    spoken: `${t('Severity')}: ${severity}`,
    expanded: true,
    children: fieldNodes(id, [
      ['severity', t('Severity'), severity],
      ['evidence', t('Evidence'), blocker.evidence?.line ?? blocker.error_pattern],
      ['command', t('Command'), blocker.evidence?.command],
      ['after', t('Appeared after'), blocker.appeared_after],
      ['resolution', t('Way out'), blocker.resolution],
      ['recovery', t('Recovery'), [blocker.recovery_agent, attempts].filter(Boolean).join(' · ')],
    ]),
  };
}
