// The Agents view: the agent sessions that were here, the last one first, with what each knew and
// whether what was put into it arrived.

import { type AgentSession, agentSessions } from '../../core/context/agentSessions';
import type { Snapshot } from '../../core/snapshot';
import { oneLine, shortLine } from '../../core/support/plainText';
import { relativeTime } from '../../core/support/relativeTime';
import { contextTarget, deliveryNode, wentWrong } from './deliveryNode';
import { fieldNodes, type Icon, olderNode, type Rendering, type TreeNode } from './treeNode';

/** Older ones are in the files, and counted. */
const mostSessions = 20;
const mostDeliveries = 10;

/** Leaves some room for what stands beside it. */
const longestLabel = 60;

export function agentsTree(snapshot: Snapshot, rendering: Rendering): TreeNode[] {
  const sessions = agentSessions(snapshot);
  return [
    ...sessions
      .slice(0, mostSessions)
      .map((session, index) => sessionNode(session, index, snapshot, rendering)),
    ...olderNode('agents/older', sessions.length - mostSessions, '.claude/state', rendering),
  ];
}

function sessionNode(
  session: AgentSession,
  index: number,
  snapshot: Snapshot,
  rendering: Rendering,
): TreeNode {
  const { t, now, language } = rendering;
  const { context } = session;
  const id = `agents/${session.id}`;
  const about = context?.objective || context?.request;
  const { icon, state } = stateOf(session, rendering);
  const description = [
    agentName(session.agent),
    session.at && relativeTime(session.at, now, language),
    context?.isReadable === false && state,
  ]
    .filter(Boolean)
    .join(' · ');
  return {
    id,
    kind: context ? 'agentSession context' : 'agentSession',
    label: shortLine(about ?? '', longestLabel) || t('Session {0}', shortLine(session.id, 9)),
    description,
    tooltip: [about, description, state, t('Session {0}', oneLine(session.id))]
      .filter(Boolean)
      .join('\n\n'),
    icon,
    spoken: state,
    // The last one; the others are one line each, so that all of them are seen.
    expanded: index === 0,
    root: snapshot.root,
    session,
    children: details(id, session, snapshot, rendering),
  };
}

function details(
  id: string,
  { context, deliveries }: AgentSession,
  snapshot: Snapshot,
  rendering: Rendering,
): TreeNode[] {
  const { t, now, language } = rendering;
  const progress = context?.progress;
  const isOther = context?.objective !== context?.request;
  const unique = [...new Map(deliveries.map((each) => [each.id, each])).values()];
  return [
    ...fieldNodes(id, [
      ['request', t('Request'), context?.request],
      ['objective', t('Objective'), isOther ? context?.objective : undefined],
      ['progress', t('Progress'), progress && t('{0} of {1}', progress.done, progress.total)],
      ['files', t('Recent files'), context?.recentFiles ? String(context.recentFiles) : undefined],
    ]),
    ...(context?.savedAt
      ? [
          {
            id: `${id}/saved`,
            kind: 'text',
            label: t('Saved {0}', relativeTime(context.savedAt, now, language)),
            tooltip: context.savedAt,
            icon: { id: 'save' },
            target: contextTarget(context.file, snapshot),
          },
        ]
      : []),
    ...unique
      .slice(0, mostDeliveries)
      .map((each) => deliveryNode(`${id}/deliveries/${each.id}`, each, snapshot, rendering)),
    ...olderNode(
      `${id}/deliveries`,
      unique.length - mostDeliveries,
      '.claude/state/deliveries.json',
      rendering,
    ),
  ];
}

function stateOf(
  { context, deliveries: [last] }: AgentSession,
  { t }: Rendering,
): { readonly icon: Icon; readonly state: string } {
  if (context?.isReadable === false) {
    return { icon: { id: 'warning', color: 'warning' }, state: t('cannot be read') };
  }
  if (!last) {
    return { icon: { id: 'comment-discussion' }, state: t('nothing delivered') };
  }
  if (wentWrong(last)) {
    return { icon: { id: 'warning', color: 'warning' }, state: t('context did not arrive') };
  }
  return last.status === 'arrived'
    ? { icon: { id: 'comment-discussion' }, state: t('context delivered') }
    : { icon: { id: 'clock' }, state: t('context not seen yet') };
}

const names: Readonly<Record<string, string>> = {
  claude: 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  qwen: 'Qwen Code',
};

function agentName(agent: string | undefined): string | undefined {
  return agent && (names[agent] ?? oneLine(agent));
}
