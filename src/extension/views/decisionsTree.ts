// The Decisions view: newest first; once there are many, by month.

import {
  type DecisionFilter,
  everyDecision,
  filteredDecisions,
  isFilter,
} from '../../core/documents/decisionFilter';
import { decisionLinks } from '../../core/documents/decisionLinks';
import type { Snapshot } from '../../core/snapshot';
import { commands } from '../contributions';
import { decisionNode } from './decisionNode';
import { decisionTypeName } from './decisionWords';
import { monthNodes } from './monthNodes';
import type { Rendering, TreeNode } from './treeNode';

export function decisionsTree(
  snapshot: Snapshot,
  rendering: Rendering,
  filter: DecisionFilter = everyDecision,
): TreeNode[] {
  const { t } = rendering;
  const shown = filteredDecisions(snapshot.decisions, filter);
  if (shown.length === 0 && snapshot.decisions.length > 0) {
    return [
      {
        id: 'decisions/none',
        kind: 'text',
        label: t('No decision matches the filter'),
        description: t('Clear it'),
        icon: { id: 'filter' },
        command: commands.clearDecisionFilter,
      },
    ];
  }
  const links = decisionLinks(snapshot.decisions);
  return monthNodes({
    // The log is append-only, so file order is the order in which they were taken.
    entries: shown.toReversed(),
    id: 'decisions',
    at: ({ at }) => at,
    name: ({ id }) => id,
    toNode: (decision) => decisionNode(decision, { snapshot, links }, rendering),
    undated: t('Without a date'),
    isOpen: true,
  });
}

/** What is filtered, above the rows. */
export function decisionsNotice(
  { decisions }: Snapshot,
  { t }: Rendering,
  filter: DecisionFilter,
): string | undefined {
  if (!isFilter(filter) || decisions.length === 0) {
    return undefined;
  }
  const wanted = [
    ...filter.types.map((type) => decisionTypeName(type, t)),
    ...(filter.text.trim() === '' ? [] : [`"${filter.text.trim()}"`]),
  ];
  const { length } = filteredDecisions(decisions, filter);
  return t('{0} of {1} decisions: {2}', length, decisions.length, wanted.join(', '));
}
