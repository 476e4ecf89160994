// The Blockers view: what stands in the way, the most severe first, then what stood there before.

import { relativePath } from '../../core/projectPaths';
import { namesRun } from '../../core/protocol/namesRun';
import { recoveryAttempts } from '../../core/protocol/recoveryAttempts';
import type { Blocker } from '../../core/schemas/blocker';
import type { ConfiguredStep } from '../../core/settings';
import type { Snapshot } from '../../core/snapshot';
import { oneLine } from '../../core/support/plainText';
import { relativeTime } from '../../core/support/relativeTime';
import {
  blockerCount,
  blockerTitle,
  type BlockerType,
  severityIcons,
  severityName,
  sourceName,
  typeName,
} from './blockerWords';
import { evidenceTarget } from './evidenceTarget';
import { inReadersLanguage } from '../../core/support/fixedSentences';
import { solvedNode } from './solvedBlockers';
import { fieldNodes, type Rendering, type TreeNode } from './treeNode';

/** What would run to recover from a blocker of this type; undefined where nobody knows. */
export type StepsFor = (type: BlockerType) => readonly ConfiguredStep[] | undefined;

export function blockersTree(
  snapshot: Snapshot,
  rendering: Rendering,
  stepsFor: StepsFor = () => undefined,
): TreeNode[] {
  const { blockers, closedBlockers } = snapshot;
  if (blockers.length === 0 && closedBlockers.length === 0) {
    return [];
  }
  const open = blockers.map((blocker, index) =>
    blockerNode(blocker, index, snapshot, { ...rendering, stepsFor }),
  );
  return [
    ...(open.length > 0 ? open : [nothingOpen(rendering)]),
    ...(closedBlockers.length > 0 ? [solvedNode(closedBlockers, rendering)] : []),
  ];
}

/** Beside the name of a project, where a window has several: its rows may be folded away. */
export function blockersSummary({ blockers }: Snapshot, { t }: Rendering): string | undefined {
  return blockerCount(blockers, t);
}

/** How many are open, on the icon of the side bar. */
export function blockersBadge(
  snapshots: readonly Snapshot[],
  { t }: Rendering,
): { value: number; tooltip: string } | undefined {
  const blockers = snapshots.flatMap((snapshot) => snapshot.blockers);
  const tooltip = blockerCount(blockers, t);
  return tooltip === undefined ? undefined : { value: blockers.length, tooltip };
}

interface BlockerRendering extends Rendering {
  readonly stepsFor: StepsFor;
}

function nothingOpen({ t }: Rendering): TreeNode {
  return {
    id: 'blockers/none',
    kind: 'text',
    label: t('Nothing stands in the way'),
    icon: { id: 'pass', color: 'success' },
  };
}

function blockerNode(
  blocker: Blocker,
  index: number,
  { root }: Snapshot,
  rendering: BlockerRendering,
): TreeNode {
  const { t, now, language } = rendering;
  const id = `blockers/${blocker.id ?? `${blocker.type ?? 'other'}@${blocker.detected_at ?? index}`}`;
  const kind = `${typeName(blocker.type, t)} · ${severityName(blocker.severity, t)}`;
  const age = blocker.detected_at && relativeTime(blocker.detected_at, now, language);
  const description = [age, seenTimes(blocker, rendering)].filter(Boolean).join(' · ');
  return {
    id,
    kind: blockerKind(blocker),
    label: blockerTitle(blocker, t),
    description,
    tooltip: [blocker.description ?? t('No description'), kind, description]
      .filter(Boolean)
      .join('\n\n'),
    icon: severityIcons[blocker.severity ?? 'medium'],
    spoken: kind,
    // The most severe one; the others are one line each, so that all of them are seen.
    expanded: index === 0,
    root,
    blocker,
    children: details(id, blocker, root, rendering),
  };
}

/** Its kind names what can be done about it, so that each gets its button. */
function blockerKind(blocker: Blocker): string {
  return namesRun(blocker) ? 'blocker rerun' : 'blocker';
}

function details(
  id: string,
  blocker: Blocker,
  root: string,
  rendering: BlockerRendering,
): TreeNode[] {
  const { t, now, language } = rendering;
  const { evidence } = blocker;
  const target = evidenceTarget(evidence, root);
  const place = target && [relativePath(root, target.file), target.line].filter(Boolean).join(':');
  const lastSeen =
    (blocker.count ?? 1) > 1 &&
    blocker.last_seen_at &&
    relativeTime(blocker.last_seen_at, now, language);
  const nodes = fieldNodes(id, [
    ['evidence', t('Evidence'), evidence?.line || blocker.error_pattern],
    ['place', t('Place'), place],
    ['command', t('Command'), commandText(blocker, rendering)],
    ['type', t('Type'), `${typeName(blocker.type, t)} · ${severityName(blocker.severity, t)}`],
    ['source', t('Noticed by'), evidence?.source && sourceName(oneLine(evidence.source), t)],
    ['last', t('Last seen'), lastSeen || undefined],
    ['after', t('Appeared after'), blocker.appeared_after],
    ['resolution', t('Way out'), blocker.resolution],
    ['recovery', t('Recovery'), recoveryText(blocker, rendering)],
    [
      'outcome',
      t('Last attempt'),
      blocker.recovery_outcome && inReadersLanguage(oneLine(blocker.recovery_outcome), t),
    ],
  ]);
  const opens = new Set([`${id}/evidence`, `${id}/place`]);
  return nodes.map((node) => (opens.has(node.id) ? { ...node, target } : node));
}

function seenTimes({ count = 1 }: Blocker, { t }: Rendering): string | undefined {
  return count > 1 ? t('seen {0} times', count) : undefined;
}

function commandText({ evidence }: Blocker, { t }: Rendering): string | undefined {
  if (!evidence?.command) {
    return undefined;
  }
  const { command, cwd, exit_code } = evidence;
  return [
    oneLine(command),
    cwd && t('in {0}', oneLine(cwd)),
    typeof exit_code === 'number' && t('exit code {0}', exit_code),
  ]
    .filter(Boolean)
    .join(' · ');
}

function recoveryText(blocker: Blocker, { t, stepsFor }: BlockerRendering): string {
  const { used, most } = recoveryAttempts(blocker);
  return [
    whoRecovers(blocker, stepsFor),
    blocker.recovery_attempted === undefined ? undefined : t('{0} of {1} attempts', used, most),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What a person or an agent wrote down is never recovered from, only advised on. */
function whoRecovers(blocker: Blocker, stepsFor: StepsFor): string | undefined {
  const steps = blocker.auto_detected === true ? stepsFor(blocker.type ?? 'other') : undefined;
  return steps
    ? steps.map((step) => oneLine(typeof step === 'string' ? step : step.command)).join(', ')
    : (blocker.recovery_agent ?? undefined);
}
