// Everything in a session's directory that says what it is now, read with few calls: a sweep reads a
// thousand of them. Whatever does not belong there is not seen.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Question, SessionMeta } from '../schemas/liveSession';
import type { Liveness, ProcessIdentity } from '../support/processIdentity';
import { parseTime } from '../support/time';
import { activityFile, heartbeatFile, timeOf } from './heartbeat';
import { isItemId } from './sessionIds';
import { readMeta } from './sessionMeta';
import { readItem, type SessionFolder } from './sessionPlace';
import type { SessionFacts } from './sessionStatus';

export interface SeenSession {
  readonly id: string;
  readonly folder: string;
  readonly meta: SessionMeta;
  readonly facts: SessionFacts;
  /** Nobody has answered them yet, the oldest first. */
  readonly questions: readonly Question[];
}

export type LivenessLook = (process: ProcessIdentity | null | undefined) => Liveness;

/** undefined where there is no meta.json of this session. */
export function seeSession(
  folder: string,
  liveness: LivenessLook,
  now: number,
): SeenSession | undefined {
  const meta = readMeta(folder);
  if (!meta) {
    return undefined;
  }
  const questions = openQuestions(folder, now);
  const facts = factsOf(folder, meta, liveness, questions.length);
  return { id: path.basename(folder), folder, meta, facts, questions };
}

export function factsOf(
  folder: string,
  meta: SessionMeta,
  liveness: LivenessLook,
  openCount: number,
): SessionFacts {
  const { createdAt, lastActiveAt, endedAt, silence, waitingFor } = meta;
  const written = time(lastActiveAt) ?? time(createdAt) ?? 0;
  const lastActive = Math.max(written, timeOf(folder, activityFile) ?? 0);
  return {
    heartbeat: timeOf(folder, heartbeatFile) ?? written,
    lastActive,
    agent: liveness(meta.agentProcess),
    endedAt: time(endedAt),
    openQuestions: openCount,
    // Whoever does something does not wait any more.
    isWaiting: !!waitingFor && lastActive <= parseTime(waitingFor.since),
    silence: silence
      ? { heartbeat: silence.heartbeat, since: parseTime(silence.since) }
      : undefined,
  };
}

function time(text: string | null | undefined): number | undefined {
  return text ? parseTime(text) : undefined;
}

export function openQuestions(folder: string, now: number): Question[] {
  const asked = namesIn(folder, 'questions').filter((name) => isItemFile('q', name));
  if (asked.length === 0) {
    return [];
  }
  const answered = new Set(namesIn(folder, 'responses'));
  return asked.flatMap((name) => {
    const question = answered.has(name) ? undefined : readQuestion(folder, name.slice(0, -5));
    return question && isOpen(question, now) ? [question] : [];
  });
}

export function isOpen(question: Question, now: number): boolean {
  return question.status === 'pending' && !isOverdue(question, now);
}

export function isOverdue({ createdAt, timeout }: Question, now: number): boolean {
  return typeof timeout === 'number' && now >= parseTime(createdAt) + timeout * 1_000;
}

/** undefined where it is none of this session. */
export function readQuestion(folder: string, id: string): Question | undefined {
  const item = readItem(path.join(folder, 'questions', `${id}.json`));
  const { questionId, sessionId, question, createdAt, status, options, context } = item ?? {};
  const isQuestion =
    questionId === id &&
    sessionId === path.basename(folder) &&
    typeof question === 'string' &&
    typeof createdAt === 'string' &&
    !Number.isNaN(parseTime(createdAt)) &&
    (status === 'pending' || status === 'answered' || status === 'expired');
  return isQuestion
    ? ({
        ...item,
        options: Array.isArray(options) ? options.filter((each) => typeof each === 'string') : null,
        context: typeof context === 'string' ? context : null,
        timeout: typeof item?.timeout === 'number' ? item.timeout : null,
      } as Question)
    : undefined;
}

export function isItemFile(kind: 'q' | 'n' | 'cmd', name: string): boolean {
  return name.endsWith('.json') && isItemId(kind, name.slice(0, -5));
}

/** In the order of their ids, which is that of their times. */
export function namesIn(folder: string, part: SessionFolder): string[] {
  try {
    return readdirSync(path.join(folder, part)).sort();
  } catch {
    return [];
  }
}
