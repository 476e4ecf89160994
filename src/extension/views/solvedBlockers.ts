// What stood in the way before: what closed it, and how long it stood.

import type { ClosedBlocker } from '../../core/schemas/blocker';
import { parseTime } from '../../core/support/time';
import { oneLine } from '../../core/support/plainText';
import { relativeTime } from '../../core/support/relativeTime';
import { blockerTitle, durationText, severityName, typeName } from './blockerWords';
import { inReadersLanguage } from '../../core/support/fixedSentences';
import { fieldNodes, olderNode, type Rendering, type TreeNode } from './treeNode';

/** Older ones are in the file, and counted. */
const mostShown = 20;

/** They come the newest first. */
export function solvedNode(closed: readonly ClosedBlocker[], rendering: Rendering): TreeNode {
  const rest = closed.length - mostShown;
  return {
    id: 'blockers/solved',
    kind: 'solved',
    label: rendering.t('Solved'),
    description: String(closed.length),
    icon: { id: 'pass', color: 'success' },
    expanded: false,
    children: [
      ...closed
        .slice(0, mostShown)
        .map((blocker, index) => closedNode(blocker, closed.length - index, rendering)),
      ...olderNode('blockers/solved/older', rest, '.claude/state/blockers.json', rendering),
    ],
  };
}

function closedNode(blocker: ClosedBlocker, number: number, rendering: Rendering): TreeNode {
  const { t, now, language } = rendering;
  const id = `blockers/solved/${number}/${blocker.id ?? ''}`;
  const closedBy = inReadersLanguage(oneLine(blocker.closed_by ?? ''), t);
  const when = blocker.closed_at && relativeTime(blocker.closed_at, now, language);
  const stood = stoodSeconds(blocker);
  return {
    id,
    kind: 'closedBlocker',
    label: blockerTitle(blocker, t),
    description: [closedBy, when].filter(Boolean).join(' · '),
    tooltip: blocker.description,
    icon: { id: 'check' },
    spoken: t('Solved'),
    expanded: false,
    children: fieldNodes(id, [
      ['type', t('Type'), `${typeName(blocker.type, t)} · ${severityName(blocker.severity, t)}`],
      ['closedBy', t('Closed by'), closedBy],
      ['stood', t('Stood for'), stood === undefined ? '' : durationText(stood, language)],
      ['command', t('Command'), blocker.evidence?.command],
      ['seen', t('Seen'), (blocker.count ?? 1) > 1 ? t('{0} times', blocker.count ?? 1) : ''],
      ['resolution', t('Way out'), resolutionText(blocker)],
    ]),
  };
}

/** Where nobody wrote how it was solved, what closed it is recorded there too. */
function resolutionText({ resolution, closed_by }: ClosedBlocker): string | undefined {
  return resolution && resolution !== closed_by ? resolution : undefined;
}

function stoodSeconds(blocker: ClosedBlocker): number | undefined {
  const { stood_seconds, detected_at, closed_at } = blocker;
  if (stood_seconds !== undefined) {
    return stood_seconds;
  }
  const stood = (parseTime(closed_at ?? '') - parseTime(detected_at ?? '')) / 1000;
  return Number.isNaN(stood) ? undefined : stood;
}
