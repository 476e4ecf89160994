// What a session asks the user, and who answers: the first answer is kept, whatever answers at once.

import { userInfo } from 'node:os';
import path from 'node:path';
import { redactSecrets } from '../detection/secrets/redact';
import type { Question, Response } from '../schemas/liveSession';
import { toFileError } from '../stores/fileErrors';
import { publishFile } from '../stores/publishFile';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import { plainText, shortLine } from '../support/plainText';
import { isTimestamp, parseTime } from '../support/time';
import { pause } from '../support/upTime';
import { isOverdue, readQuestion } from './seenSession';
import { isItemId, newItemId } from './sessionIds';
import {
  assertInside,
  noSession,
  readItem,
  sessionFolder,
  sessionIdsIn,
  type SessionPlace,
  toJson,
  writeItem,
} from './sessionPlace';
import { readMeta } from './sessionMeta';
import { assertOwnSession, trackedSessions, type TrackedPlace } from './trackedSessions';
import { waitForChange } from './waitForChange';

export interface Ask {
  readonly question: string;
  readonly options?: readonly string[] | undefined;
  readonly context?: string | undefined;
  /** In seconds; without one it waits until somebody answers. */
  readonly timeout?: number | undefined;
}

export type AnswerSource = Response['source'];

export interface Answer {
  readonly answer: string;
  readonly source: AnswerSource;
  readonly respondedBy?: string | undefined;
}

export type Outcome =
  | { readonly status: 'answered'; readonly response: Response }
  | { readonly status: 'expired' | 'cancelled' | 'pending' };

export async function askQuestion(
  place: TrackedPlace,
  session: string,
  { question, options, context, timeout }: Ask,
): Promise<Question> {
  await assertOwnSession(place, session);
  const folder = knownFolder(place, session);
  const now = place.now();
  const asked: Question = {
    questionId: newItemId('q', now),
    sessionId: session,
    question: safeText(question),
    options: options && options.length > 0 ? options.map((each) => safeText(each)) : null,
    context: context === undefined ? null : safeText(context),
    createdAt: now.toISOString(),
    timeout: timeout ?? null,
    status: 'pending',
  };
  await writeItem(place, path.join(folder, 'questions', `${asked.questionId}.json`), asked);
  return asked;
}

/** Models wrote it: no escapes of a terminal, and no secrets, also none with such an escape within. */
export function safeText(text: string): string {
  return redactSecrets(plainText(text));
}

/** As far as it is known by now. */
export async function awaitAnswer(
  place: TrackedPlace,
  session: string,
  id: string,
  { waitMs, signal }: { readonly waitMs: number; readonly signal?: AbortSignal | undefined },
): Promise<Outcome> {
  const folder = knownFolder(place, session);
  const isTracked = (await trackedSessions(place))(session);
  const look = (): Outcome | undefined => outcomeNow(place, folder, id, isTracked);
  try {
    const folders = [path.join(folder, 'responses'), path.join(folder, 'questions')];
    const open = Math.min(waitMs, remaining(readQuestion(folder, id), place.now()));
    const seen = await waitForChange(look, { folders, waitMs: open, signal });
    const outcome = seen ?? look() ?? { status: 'pending' };
    return await settled(place, folder, id, outcome, isTracked);
  } catch (error) {
    if (signal?.aborted) {
      await settled(place, folder, id, { status: 'cancelled' }, isTracked);
    }
    throw error;
  }
}

/** Until nobody needs an answer any more. */
function remaining(question: Question | undefined, now: Date): number {
  return typeof question?.timeout === 'number'
    ? Math.max(0, parseTime(question.createdAt) + question.timeout * 1_000 - now.getTime())
    : Infinity;
}

function outcomeNow(
  { now }: SessionPlace,
  folder: string,
  id: string,
  isTracked: boolean,
): Outcome | undefined {
  const response = isTracked ? undefined : readResponse(folder, id);
  if (response) {
    return { status: 'answered', response };
  }
  const question = isItemId('q', id) ? readQuestion(folder, id) : undefined;
  if (!question) {
    throw noQuestion(id);
  }
  if (question.status === 'expired') {
    return { status: question.cancelledAt === undefined ? 'expired' : 'cancelled' };
  }
  return isOverdue(question, now().getTime()) ? { status: 'expired' } : undefined;
}

/** Writes down what came of it. An answer that came at the last moment counts. */
async function settled(
  place: SessionPlace,
  folder: string,
  id: string,
  outcome: Outcome,
  isTracked: boolean,
): Promise<Outcome> {
  const question = readQuestion(folder, id);
  if (outcome.status === 'pending' || !question) {
    return outcome;
  }
  const file = path.join(folder, 'questions', `${id}.json`);
  if (outcome.status === 'answered') {
    if (question.status !== 'answered') {
      await writeItem(place, file, { ...question, status: 'answered' });
    }
    return outcome;
  }
  if (question.status === 'pending') {
    const at = place.now().toISOString();
    const cancelled = outcome.status === 'cancelled' && { cancelledAt: at };
    await writeItem(place, file, { ...question, status: 'expired', ...cancelled });
  }
  const late = isTracked ? undefined : readResponse(folder, id);
  if (!late) {
    return outcome;
  }
  await writeItem(place, file, { ...question, status: 'answered' });
  return { status: 'answered', response: late };
}

export function readResponse(folder: string, id: string): Response | undefined {
  const item = readItem(path.join(folder, 'responses', `${id}.json`));
  const isResponse =
    item?.questionId === id &&
    typeof item.answer === 'string' &&
    typeof item.respondedAt === 'string' &&
    isTimestamp(item.respondedAt);
  return isResponse
    ? ({
        ...item,
        respondedBy: [item.respondedBy, item.source].find((by) => typeof by === 'string') ?? null,
      } as Response)
    : undefined;
}

/** Fails, with who was first, where it is answered already. */
export async function answerQuestion(
  place: TrackedPlace,
  id: string,
  { answer, source, respondedBy = userName() }: Answer,
): Promise<{ readonly question: Question; readonly response: Response }> {
  const session = sessionOfQuestion(place, id);
  if (session === undefined) {
    throw noQuestion(id);
  }
  await assertOwnSession(place, session);
  const folder = sessionFolder(place.paths, session);
  const before = readQuestion(folder, id);
  if (!before) {
    throw noQuestion(id);
  }
  assertUnanswered(folder, id);
  assertOpen(before, place.now().getTime());
  const response: Response = {
    questionId: id,
    answer,
    respondedBy,
    respondedAt: place.now().toISOString(),
    source,
  };
  const file = path.join(folder, 'responses', `${id}.json`);
  const text = toJson(response);
  assertInside(place, path.dirname(file));
  try {
    if (!(await publishFile(file, text, place.fs))) {
      assertUnanswered(folder, id);
      throw new UserError('answered', msg('Question {0} has been answered already.', id));
    }
  } catch (error) {
    throw toFileError(error, file);
  }
  await assertInTime(folder, id);
  return { question: before, response };
}

/** Whoever asked may have stopped waiting in this very moment; where it saw the answer, it says so soon. */
async function assertInTime(folder: string, id: string): Promise<void> {
  for (let look = 0; look < 5; look++) {
    if (readQuestion(folder, id)?.status !== 'expired') {
      return;
    }
    await pause(50);
  }
  throw tooLate(id);
}

function assertUnanswered(folder: string, id: string): void {
  const first = readResponse(folder, id);
  if (first) {
    throw new UserError(
      'answered',
      msg(
        'Question {0} has been answered already, by {1} at {2}: {3}',
        id,
        shortLine(first.respondedBy ?? '-', 60),
        first.respondedAt,
        shortLine(first.answer),
      ),
    );
  }
}

function assertOpen(question: Question, now: number): void {
  if (question.status !== 'pending' || isOverdue(question, now)) {
    throw tooLate(question.questionId);
  }
}

function tooLate(id: string): UserError {
  return new UserError(
    'expired',
    msg('The agent no longer waits for an answer to question {0}. Tell it in its terminal.', id),
  );
}

function noQuestion(id: string): UserError {
  return new UserError(
    'no-question',
    msg('There is no question {0}. See "baton sessions list".', id),
  );
}

function sessionOfQuestion({ paths }: SessionPlace, id: string): string | undefined {
  return isItemId('q', id)
    ? sessionIdsIn(paths).find((each) => readQuestion(sessionFolder(paths, each), id))
    : undefined;
}

export function knownFolder(place: SessionPlace, session: string): string {
  const folder = sessionFolder(place.paths, session);
  if (!readMeta(folder)) {
    throw noSession(session);
  }
  return folder;
}

export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'user';
  }
}
