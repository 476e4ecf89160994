// The sessions that run now, as rows of the Agents view: what each is, where it runs, and what it asks.

import { knownAgents } from '../../core/agents/knownAgents';
import type { Question } from '../../core/schemas/liveSession';
import type { SessionStatus } from '../../core/schemas/sessionStatuses';
import type { LiveSession } from '../../core/sessions/liveSessions';
import { statusName } from '../../core/sessions/statusName';
import type { Snapshot } from '../../core/snapshot';
import type { Translate } from '../../core/support/message';
import { oneLine, shortLine } from '../../core/support/plainText';
import { relativeTime } from '../../core/support/relativeTime';
import { commands } from '../contributions';
import { fieldNodes, type Icon, type Rendering, type TreeNode } from './treeNode';

/** A window with more than this has a list that nobody reads. */
const mostShown = 50;

/** Below one row, so that they are told from those that only left a transcript. */
export function liveSessionNodes(snapshot: Snapshot, rendering: Rendering): TreeNode[] {
  const { live, root } = snapshot;
  if (live.length === 0) {
    return [];
  }
  const { t } = rendering;
  const waiting = waitingIn(live).length;
  return [
    {
      id: 'agents/live',
      kind: 'liveSessions',
      label: t('Live'),
      description: waiting > 0 ? waitingCount(waiting, t) : String(live.filter(isAlive).length),
      icon: { id: 'pulse' },
      expanded: live.some(isAlive),
      root,
      children: live.slice(0, mostShown).map((each) => liveNode(each, root, rendering)),
    },
  ];
}

function liveNode(session: LiveSession, root: string, rendering: Rendering): TreeNode {
  const { t, now, language } = rendering;
  const { id, meta, status, questions } = session;
  const age = meta.createdAt && relativeTime(meta.createdAt, now, language);
  const description = [statusName(status, t), meta.environment?.displayName, meta.gitBranch, age]
    .map((part) => oneLine(part ?? ''))
    .filter(Boolean)
    .join(' · ');
  const at = `agents/live/${id}`;
  return {
    id: at,
    kind: ['liveSession', status, questions.length > 0 && 'asking'].filter(Boolean).join(' '),
    label: liveSessionName(session),
    description,
    tooltip: [liveSessionName(session), description, waitingText(session), t('Session {0}', id)]
      .filter(Boolean)
      .join('\n\n'),
    icon: icons[status],
    expanded: questions.length > 0,
    root,
    live: session,
    children: [
      ...questions.map((question) => questionNode(at, question, session, root, rendering)),
      ...fieldNodes(at, [
        ['waits', t('Waits for'), waitingText(session)],
        ['last', t('Last action'), lastAction(session, rendering)],
        ['told', t('Told'), session.notifications.at(-1)?.message],
        ['work', t('Work'), workText(session, t)],
      ]),
    ],
  };
}

function questionNode(
  parent: string,
  question: Question,
  live: LiveSession,
  root: string,
  { t, trusted }: Rendering,
): TreeNode {
  const choices = (question.options ?? []).map((each) => shortLine(each, 40)).join(' · ');
  return {
    id: `${parent}/${question.questionId}`,
    kind: 'liveQuestion',
    label: shortLine(question.question, 80),
    description: choices,
    tooltip: [question.question, question.context, choices].filter(Boolean).join('\n\n'),
    icon: { id: 'question', color: 'warning' },
    spoken: t('question'),
    command: trusted ? commands.answerQuestion : undefined,
    root,
    live,
    question,
  };
}

const icons: Readonly<Record<SessionStatus, Icon>> = {
  active: { id: 'play-circle', color: 'success' },
  waiting: { id: 'bell-dot', color: 'warning' },
  idle: { id: 'clock', color: 'muted' },
  terminated: { id: 'circle-slash', color: 'muted' },
};

/** "Claude Code 6f1c2a54" */
export function liveSessionName({ id, meta }: Pick<LiveSession, 'id' | 'meta'>): string {
  const { agent } = meta;
  const title = knownAgents.find(({ name }) => name === agent)?.title ?? shortLine(agent ?? '', 30);
  return [title, shortLine(meta.claudeSessionId ?? id, 100).slice(0, 8)].filter(Boolean).join(' ');
}

/**
 * Of the agent while it runs on this machine. The number alone may be that of another process by now,
 * or of another machine: to end that one's terminal would be somebody else's loss.
 */
export function agentPid({ meta, isAgentAlive }: LiveSession): number | undefined {
  return isAgentAlive ? meta.agentProcess?.pid : undefined;
}

/** How many wait, on the icon of the side bar. */
export function waitingBadge(
  snapshots: readonly Snapshot[],
  { t }: Rendering,
): { value: number; tooltip: string } | undefined {
  const count = snapshots.flatMap(({ live }) => waitingIn(live)).length;
  return count === 0 ? undefined : { value: count, tooltip: waitingCount(count, t) };
}

const mostLines = 5;

/** For the tooltip of the status bar. */
export function liveLines({ live }: Snapshot, { t }: Rendering): string[] {
  const alive = live.filter(isAlive);
  const rest = alive.length - mostLines;
  return [
    ...alive
      .slice(0, mostLines)
      .map((each) => `${liveSessionName(each)}: ${statusName(each.status, t)}`),
    ...(rest > 0 ? [t('and {0} more', rest)] : []),
  ];
}

export function waitingCount(count: number, t: Translate): string {
  return count === 1 ? t('1 session waits for you') : t('{0} sessions wait for you', count);
}

export function waitingIn(live: readonly LiveSession[]): LiveSession[] {
  return live.filter(({ status }) => status === 'waiting');
}

function isAlive({ status }: LiveSession): boolean {
  return status !== 'terminated';
}

export function waitingText({ status, meta, questions }: LiveSession): string | undefined {
  return status === 'waiting' && questions.length === 0
    ? oneLine(meta.waitingFor?.message ?? '') || undefined
    : undefined;
}

function lastAction({ lastActiveAt }: LiveSession, { now, language }: Rendering): string {
  return relativeTime(lastActiveAt, now, language);
}

function workText({ commands: sent }: LiveSession, t: Translate): string | undefined {
  const last = sent.at(-1);
  if (!last) {
    return undefined;
  }
  const state = last.result
    ? last.result.result
    : last.status === 'pending'
      ? t('not taken yet')
      : t('taken');
  return `${oneLine(last.command)}: ${oneLine(state)}`;
}
