// What the agent knew (session-context.json), as one branch of the Session view.

import { decisionWords } from '../../core/context/decisionWords';
import { wentWrong } from '../../core/context/deliveryWords';
import { discoveryWords } from '../../core/context/discoveryWords';
import type { SessionContext } from '../../core/schemas/sessionContext';
import type { Snapshot } from '../../core/snapshot';
import { oneLine } from '../../core/support/plainText';
import { relativeTime } from '../../core/support/relativeTime';
import { deliveryNode } from './deliveryNode';
import { fieldNodes, type Rendering, type TreeNode } from './treeNode';

export function contextNode(
  snapshot: Snapshot,
  context: SessionContext,
  rendering: Rendering,
): TreeNode {
  const { t, now, language } = rendering;
  const id = 'session/context';
  const { goal, progress, state } = context;
  const savedAt = context.meta?.saved_at;
  const [last] = snapshot.deliveries;
  const isMissed = last !== undefined && wentWrong(last);
  return {
    id,
    kind: 'context',
    label: t('Agent context'),
    description: [isMissed && t('did not arrive'), savedAt && relativeTime(savedAt, now, language)]
      .filter(Boolean)
      .join(' · '),
    tooltip: t('What the agent knew when its context was last saved'),
    // Its rows may be folded away.
    icon: { id: 'archive', color: isMissed ? 'warning' : undefined },
    target: { file: (snapshot.sharedFrom ?? snapshot.paths).sessionContext },
    children: [
      ...lastDelivery(id, snapshot, rendering),
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
        context.decisions?.map((each) => decisionWords(each, t)),
      ),
      ...group(
        `${id}/discoveries`,
        t('Discoveries'),
        'lightbulb',
        context.discoveries?.map(discoveryWords),
      ),
      ...group(`${id}/files`, t('Recent files'), 'file', state?.recent_files),
      ...group(`${id}/blockers`, t('Blockers'), 'warning', state?.blockers),
      ...group(`${id}/errors`, t('Errors'), 'error', state?.errors),
    ],
  };
}

/** Nothing where nothing was put into a session yet. */
export function lastDelivery(
  parentId: string,
  snapshot: Snapshot,
  rendering: Rendering,
): TreeNode[] {
  const [last] = snapshot.deliveries;
  return last ? [deliveryNode(`${parentId}/delivery`, last, snapshot, rendering)] : [];
}

/** Nothing at all where there is nothing to list. */
function group(
  id: string,
  label: string,
  icon: string,
  items: readonly string[] | undefined,
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
      children: items.map((item, index) => ({
        id: `${id}/${index}`,
        kind: 'text',
        label: oneLine(item),
        tooltip: item,
      })),
    },
  ];
}
