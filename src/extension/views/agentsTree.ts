// The Agents view: the sessions of agents in this project, running ones and those of today first, the
// others by month. Made from what is known already: nothing here reads a file.

import type { ProposedAgent } from '../../core/agents/addedAgents';
import type { ListedSession } from '../../core/agents/sessionList';
import { type AgentSession, agentSessions } from '../../core/context/agentSessions';
import type { Snapshot } from '../../core/snapshot';
import { oneLine } from '../../core/support/plainText';
import { parseTime } from '../../core/support/time';
import { commands } from '../contributions';
import { sessionNode, type StartedAgent } from './agentSessionNode';
import { liveSessionNodes } from './liveSessionNode';
import { monthNodes } from './monthNodes';
import type { Rendering, TreeNode } from './treeNode';

/** What the window knows beside the files of the project. */
export interface KnownAgents {
  readonly sessions: readonly ListedSession[];
  /** Transcripts that are still to be read. */
  readonly pending: number;
  readonly proposals: readonly ProposedAgent[];
  /** Of those that this window started, by their id in the registry. */
  readonly started: ReadonlyMap<string, StartedAgent>;
}

export const nothingKnown: KnownAgents = {
  sessions: [],
  pending: 0,
  proposals: [],
  started: new Map(),
};

/** So many are seen at once, whenever they were. */
const fewest = 5;
const mostAtOnce = 30;

export function agentsTree(
  snapshot: Snapshot,
  rendering: Rendering,
  known: KnownAgents = nothingKnown,
): TreeNode[] {
  const all = agentSessions(snapshot, known.sessions);
  const isNow = (session: AgentSession) =>
    isRunning(session, known) || isToday(session.at, rendering.now);
  const recent = new Set(all.filter(isNow).slice(0, mostAtOnce));
  for (const session of all.slice(0, fewest)) {
    recent.add(session);
  }
  const running = [...recent].filter((session) => isRunning(session, known));
  const others = all.filter((each) => recent.has(each) && !running.includes(each));
  const toNode = (session: AgentSession, isOpen: boolean) =>
    sessionNode(session, isOpen, known.started, snapshot, rendering);
  return [
    ...liveSessionNodes(snapshot, rendering),
    ...known.proposals.map((each) => proposalNode(each, snapshot, rendering)),
    ...[...running, ...others].map((session, index) => toNode(session, index === 0)),
    ...earlierNode(
      all.filter((session) => !recent.has(session)),
      (session) => toNode(session, false),
      rendering,
    ),
    ...pendingNode(known.pending, rendering),
  ];
}

function isRunning({ listed }: AgentSession, { started }: KnownAgents): boolean {
  return listed?.live !== undefined || started.get(listed?.id ?? '')?.isOpen === true;
}

function isToday(at: string | undefined, now: Date): boolean {
  const time = new Date(parseTime(at ?? ''));
  return time.toDateString() === now.toDateString();
}

function earlierNode(
  sessions: readonly AgentSession[],
  toNode: (session: AgentSession) => TreeNode,
  { t }: Rendering,
): TreeNode[] {
  const id = 'agents/earlier';
  return sessions.length === 0
    ? []
    : [
        {
          id,
          kind: 'group',
          label: t('Earlier'),
          description: String(sessions.length),
          icon: { id: 'history' },
          later: () =>
            monthNodes({
              entries: sessions,
              id,
              at: (session) => session.at,
              name: ({ at }) => at?.slice(0, 10) ?? '',
              toNode,
              undated: t('Without a date'),
              isOpen: true,
            }),
        },
      ];
}

function proposalNode(
  { name, agent }: ProposedAgent,
  { root }: Snapshot,
  { t, trusted }: Rendering,
): TreeNode {
  return {
    id: `agents/proposed/${name}`,
    kind: 'proposedAgent',
    label: t('Proposed agent: {0}', oneLine(name)),
    description: oneLine(agent.command),
    tooltip: t('An agent proposed this program. Nothing runs it before you confirm it.'),
    icon: { id: 'question', color: 'info' },
    command: trusted ? commands.confirmAgent : undefined,
    root,
    proposal: name,
  };
}

function pendingNode(pending: number, { t }: Rendering): TreeNode[] {
  return pending === 0
    ? []
    : [
        {
          id: 'agents/pending',
          kind: 'text',
          label: t('Reading transcripts…'),
          description: t('{0} to go', pending),
          icon: { id: 'loading~spin' },
        },
      ];
}
