// One session of an agent as a row, with what it knew, whether what was put into it arrived, and
// whether the terminal that was opened for it is really in it.

import { knownAgents } from '../../core/agents/knownAgents';
import type { AgentSession } from '../../core/context/agentSessions';
import { wentWrong } from '../../core/context/deliveryWords';
import type { Snapshot } from '../../core/snapshot';
import { type Message, render } from '../../core/support/message';
import { oneLine, shortLine } from '../../core/support/plainText';
import { relativeTime } from '../../core/support/relativeTime';
import { sizeText } from '../../core/support/sizeText';
import { commands } from '../contributions';
import { contextTarget, deliveryNode } from './deliveryNode';
import { fieldNodes, type Icon, olderNode, type Rendering, type TreeNode } from './treeNode';

/** A session for which this window opened a terminal. */
export interface StartedAgent {
  /** Whether its terminal is still there. */
  readonly isOpen: boolean;
  /** Whether the session that was asked for came up; `unseen` until the agent says something. */
  readonly state: 'unseen' | 'verified' | 'other' | 'elsewhere';
  readonly message: Message | undefined;
}

const mostDeliveries = 10;
/** Leaves some room for what stands beside it. */
const longestLabel = 32;

export function sessionNode(
  session: AgentSession,
  isOpen: boolean,
  starts: ReadonlyMap<string, StartedAgent>,
  snapshot: Snapshot,
  rendering: Rendering,
): TreeNode {
  const { t } = rendering;
  const { context, listed } = session;
  const id = `agents/${session.id}`;
  const about = listed?.title || context?.objective || context?.request;
  const started = listed && starts.get(listed.id);
  const { icon, state, isTold } = stateOf(session, started, rendering);
  const parts = [...(isTold ? [state] : []), ...descriptionOf(session, rendering)];
  const description = parts.join(' · ');
  return {
    id,
    kind: kindOf(session),
    label: shortLine(about ?? '', longestLabel) || t('Session {0}', shortLine(session.id, 9)),
    description,
    tooltip: [
      about,
      description,
      isTold ? undefined : state,
      started?.message && render(started.message, t),
      t('Session {0}', oneLine(session.id)),
    ]
      .filter(Boolean)
      .join('\n\n'),
    icon,
    spoken: isTold ? undefined : state,
    // The last one; the others are one line each, so that all of them are seen.
    expanded: isOpen,
    root: snapshot.root,
    session,
    later: hasDetails(session) ? () => details(id, session, snapshot, rendering) : undefined,
  };
}

function hasDetails({ context, deliveries, listed }: AgentSession): boolean {
  return context !== undefined || deliveries.length > 0 || listed?.file !== undefined;
}

/** By which the manifest offers commands on the row. */
function kindOf({ context, listed }: AgentSession): string {
  return [
    'agentSession',
    context && 'context',
    listed?.file !== undefined && 'transcript',
    listed && 'resumable',
  ]
    .filter(Boolean)
    .join(' ');
}

function descriptionOf(
  { agent, at, listed }: AgentSession,
  { t, now, language }: Rendering,
): string[] {
  const { branch, messages = 0, tokens } = listed ?? {};
  return [
    agentTitle(agent),
    at && relativeTime(at, now, language),
    branch && oneLine(branch),
    messages === 1 && t('1 message'),
    messages > 1 && t('{0} messages', numberText(messages, language)),
    tokens ? t('{0} tokens', numberText(tokens, language, 'compact')) : '',
  ].filter((part): part is string => Boolean(part));
}

function numberText(
  value: number,
  language: string,
  notation: 'standard' | 'compact' = 'standard',
): string {
  return new Intl.NumberFormat(language, { notation }).format(value);
}

function details(
  id: string,
  session: AgentSession,
  snapshot: Snapshot,
  rendering: Rendering,
): TreeNode[] {
  const { t, now, language } = rendering;
  const { context, deliveries, listed } = session;
  const progress = context?.progress;
  const isOther = context?.objective !== context?.request;
  const unique = [...new Map(deliveries.map((each) => [each.id, each])).values()];
  const isElsewhere = listed?.cwd !== undefined && listed.cwd !== snapshot.root;
  return [
    ...fieldNodes(id, [
      ['request', t('Request'), context?.request],
      ['objective', t('Objective'), isOther ? context?.objective : undefined],
      ['progress', t('Progress'), progress && t('{0} of {1}', progress.done, progress.total)],
      ['files', t('Recent files'), context?.recentFiles ? String(context.recentFiles) : undefined],
      ['folder', t('Folder'), isElsewhere ? listed.cwd : undefined],
      ['copy', t('Copy of'), listed?.parent],
    ]),
    ...(listed?.file === undefined
      ? []
      : [
          {
            id: `${id}/transcript`,
            kind: 'text',
            label: t('Transcript'),
            description: sizeText(listed.size ?? 0, language),
            tooltip: listed.file,
            icon: { id: 'book' },
            command: commands.openTranscript,
            root: snapshot.root,
            session,
          },
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

interface State {
  readonly icon: Icon;
  readonly state: string;
  /** So important that it stands in the row. */
  readonly isTold?: boolean;
}

const warning: Icon = { id: 'warning', color: 'warning' };

function stateOf(
  { context, deliveries: [last], listed }: AgentSession,
  started: StartedAgent | undefined,
  { t }: Rendering,
): State {
  if (started?.state === 'other') {
    return { icon: warning, state: t('another session answered'), isTold: true };
  }
  if (started?.state === 'elsewhere') {
    return { icon: warning, state: t('in another folder'), isTold: true };
  }
  if (context?.isReadable === false) {
    return { icon: warning, state: t('cannot be read'), isTold: true };
  }
  if (last && wentWrong(last)) {
    return { icon: warning, state: t('context did not arrive') };
  }
  if (started?.isOpen) {
    return started.state === 'verified'
      ? { icon: { id: 'verified', color: 'success' }, state: t('verified'), isTold: true }
      : { icon: { id: 'watch', color: 'info' }, state: t('not seen yet'), isTold: true };
  }
  if (listed?.live) {
    return { icon: { id: 'pulse', color: 'success' }, state: t('running'), isTold: true };
  }
  if (!last) {
    return { icon: { id: 'comment-discussion' }, state: t('nothing delivered') };
  }
  return last.status === 'arrived'
    ? { icon: { id: 'comment-discussion' }, state: t('context delivered') }
    : { icon: { id: 'clock' }, state: t('context not seen yet') };
}

export function agentTitle(agent: string | undefined): string | undefined {
  return agent && (knownAgents.find(({ name }) => name === agent)?.title ?? oneLine(agent));
}
