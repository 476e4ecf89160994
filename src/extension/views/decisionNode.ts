// One decision as a row: what was decided and why, what took its place, and where it is named.

import path from 'node:path';
import { decisionIds, type DecisionLinks } from '../../core/documents/decisionLinks';
import type { Decision } from '../../core/schemas/handover';
import type { Snapshot } from '../../core/snapshot';
import { oneLine, shortLine } from '../../core/support/plainText';
import { relativeTime } from '../../core/support/relativeTime';
import { decisionIcon, decisionTypeName } from './decisionWords';
import { struckThrough } from './struckThrough';
import { fieldNodes, type Icon, type Rendering, type TreeNode } from './treeNode';

export interface DecisionLog {
  readonly snapshot: Snapshot;
  readonly links: DecisionLinks;
}

export function decisionNode(decision: Decision, log: DecisionLog, rendering: Rendering): TreeNode {
  const { t, now, language } = rendering;
  // Numbers repeat after a merge; the line does not.
  const id = `decisions/${decision.id}@${decision.line}`;
  const replaced = supersededText(decision, log, rendering);
  return {
    ...titleOf(decision, log, rendering),
    id,
    kind: 'decision',
    description: [replaced, relativeTime(decision.at, now, language)].filter(Boolean).join(' · '),
    tooltip: [
      `${decisionTypeName(decision.type, t)} · ${decision.at}`,
      decision.summary,
      ...(replaced ? [replaced] : []),
    ].join('\n'),
    target: { file: log.snapshot.paths.decisions, line: decision.line },
    root: log.snapshot.root,
    children: [
      ...supersededByNodes(id, decision, log, rendering),
      ...fieldNodes(id, [
        ['context', t('Context'), decision.context],
        ['decision', t('Decision'), decision.decision],
        ['reason', t('Reason'), decision.reason],
        ['impact', t('Impact'), decision.impact],
        ['source', t('Source'), decision.source],
        ['steering', t('Steering'), decision.steeringRef],
      ]),
      ...supersedesNodes(id, decision, log, rendering),
      ...mentionNodes(id, decision, log, rendering),
    ],
  };
}

/** Where a handover names it: a row that opens it in the log. */
export function namedDecisionNode(
  id: string,
  named: string,
  log: DecisionLog,
  rendering: Rendering,
): TreeNode {
  const { t } = rendering;
  const decision = log.links.named(named);
  return decision
    ? {
        ...titleOf(decision, log, rendering),
        id,
        kind: 'text',
        description: supersededText(decision, log, rendering),
        tooltip: `${decisionTypeName(decision.type, t)} · ${decision.at}\n${decision.summary}`,
        target: { file: log.snapshot.paths.decisions, line: decision.line },
      }
    : {
        id,
        kind: 'text',
        label: named,
        description: t('is not in decisions.md'),
        icon: { id: 'question', color: 'muted' },
      };
}

function titleOf(
  decision: Decision,
  { links }: DecisionLog,
  { t }: Rendering,
): { label: string; icon: Icon; spokenLabel: string; spoken: string } {
  const summary = shortLine(decision.summary);
  const isSuperseded = links.superseding(decision.id).length > 0;
  return {
    // The number stays as it is, so that typing it finds the row.
    label: `${decision.id} ${isSuperseded ? struckThrough(summary) : summary}`,
    spokenLabel: `${decision.id} ${summary}`,
    icon: isSuperseded ? { id: 'circle-slash', color: 'muted' } : decisionIcon(decision.type),
    spoken: decisionTypeName(decision.type, t),
  };
}

function supersededText(
  decision: Decision,
  { links }: DecisionLog,
  { t }: Rendering,
): string | undefined {
  const by = links.superseding(decision.id).map(({ id }) => id);
  return by.length > 0 ? t('superseded by {0}', by.join(', ')) : undefined;
}

function supersededByNodes(
  id: string,
  decision: Decision,
  { snapshot, links }: DecisionLog,
  { t }: Rendering,
): TreeNode[] {
  return links.superseding(decision.id).map((by) => ({
    id: `${id}/by/${by.id}@${by.line}`,
    kind: 'text',
    label: t('Superseded by {0}', by.id),
    description: oneLine(by.summary),
    tooltip: by.summary,
    icon: { id: 'arrow-up' },
    target: { file: snapshot.paths.decisions, line: by.line },
  }));
}

/** What is written there, where it names no decision. */
function supersedesNodes(
  id: string,
  { supersedes }: Decision,
  { snapshot, links }: DecisionLog,
  { t }: Rendering,
): TreeNode[] {
  const ids = decisionIds(supersedes);
  if (ids.length === 0) {
    return fieldNodes(id, [['supersedes', t('Supersedes'), supersedes]]);
  }
  return ids.map((named) => {
    const decision = links.named(named);
    return {
      id: `${id}/supersedes/${named}`,
      kind: 'text',
      label: t('Supersedes {0}', named),
      description: decision ? oneLine(decision.summary) : t('is not in decisions.md'),
      tooltip: supersedes,
      icon: { id: 'arrow-down' },
      target: decision && { file: snapshot.paths.decisions, line: decision.line },
    };
  });
}

function mentionNodes(
  id: string,
  decision: Decision,
  { snapshot }: DecisionLog,
  { t }: Rendering,
): TreeNode[] {
  const file = snapshot.paths.sessionMarkdown;
  return snapshot.mentions
    .filter((mention) => mention.id === decision.id)
    .slice(0, mostMentions)
    .map(({ line, start, section }) => ({
      id: `${id}/named/${line}:${start}`,
      kind: 'text',
      label: t('Named in {0}', path.basename(file)),
      description: oneLine(section ?? ''),
      tooltip: t('Line {0}', line),
      icon: { id: 'references' },
      target: { file, line },
    }));
}

const mostMentions = 20;
