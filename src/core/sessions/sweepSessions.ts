// Brings what is written of sessions up to date: who is idle, gone or back, and takes away what ended an
// hour ago. Any process may do it, several at once: what one of them has done, the others find done.

import { lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { SessionMeta } from '../schemas/liveSession';
import { randomHex } from '../stores/lockFiles';
import { describeError, hasCode, UserError } from '../support/errors';
import { createLivenessLook } from './agentProcess';
import { noteHistory } from './history';
import { inTurn } from './openSession';
import { factsOf, type LivenessLook, seeSession, type SeenSession } from './seenSession';
import { isLiveSessionId } from './sessionIds';
import { changeMeta, metaFile, without } from './sessionMeta';
import { assertInside, readItem, sessionFolder, sessionIdsIn } from './sessionPlace';
import { isRemovable, judgeSession, removedAfterMs, type SessionFacts } from './sessionStatus';
import { type TrackedPlace, trackedSessions } from './trackedSessions';

export interface Sweep {
  readonly seen: number;
  /** Whose status is another than what was written. */
  readonly changed: readonly { readonly id: string; readonly status: string }[];
  readonly removed: readonly string[];
}

const removedPrefix = '.removed-';

export async function sweepSessions(place: TrackedPlace): Promise<Sweep> {
  const { paths, now } = place;
  assertInside(place, paths.sessions);
  const ids = sessionIdsIn(paths);
  const leftBehind = leftovers(paths.sessions);
  if (ids.length === 0 && leftBehind.length === 0) {
    return { seen: 0, changed: [], removed: [] };
  }
  const isTracked = await trackedSessions(place);
  const liveness = createLivenessLook();
  const at = now().getTime();
  const changed: { id: string; status: string }[] = [];
  const over: string[] = [];
  for (const id of ids.filter((each) => !isTracked(each))) {
    const folder = sessionFolder(paths, id);
    const seen = seeSession(folder, liveness, at);
    if (!seen ? isOrphan(folder, at) : isRemovable(judgeSession(seen.facts, at), at)) {
      over.push(id);
    } else if (seen && upToDate(seen.meta, seen.facts, at) !== seen.meta) {
      const status = await renew(place, seen, liveness);
      if (status !== undefined && status !== seen.meta.status) {
        changed.push({ id, status });
      }
    }
  }
  const isRemoving = over.length > 0 || leftBehind.length > 0;
  const removed = isRemoving ? await removeAll(place, over, isTracked) : [];
  return { seen: ids.length, changed, removed };
}

/** undefined where somebody took it away meanwhile. */
async function renew(
  place: TrackedPlace,
  seen: SeenSession,
  liveness: LivenessLook,
): Promise<string | undefined> {
  try {
    const { folder, questions } = seen;
    const { status } = await changeMeta(place, seen.id, (meta) =>
      upToDate(meta, factsOf(folder, meta, liveness, questions.length), place.now().getTime()),
    );
    return status;
  } catch (error) {
    if (!UserError.is(error, 'no-session')) {
      place.logger.warn(`Session ${seen.id} was not swept: ${describeError(error)}`);
    }
    return undefined;
  }
}

/** The same object where nothing has changed. */
function upToDate(meta: SessionMeta, facts: SessionFacts, now: number): SessionMeta {
  const { status, terminatedAt, isSilent } = judgeSession(facts, now);
  const isNoted =
    !!meta.silence && facts.silence?.heartbeat === facts.heartbeat && now >= facts.silence.since;
  const needsNote = isSilent && terminatedAt === undefined;
  const isOld = needsNote ? !isNoted : !!meta.silence;
  const isEnd = terminatedAt === undefined ? !!meta.endedAt : !meta.endedAt;
  if (meta.status === status && !isOld && !isEnd) {
    return meta;
  }
  const { silence, waitingFor } = meta;
  return {
    ...without(meta, 'silence', 'endedAt', 'waitingFor'),
    lastActiveAt: new Date(facts.lastActive).toISOString(),
    status,
    ...(waitingFor && status === 'waiting' && { waitingFor }),
    ...(terminatedAt !== undefined && { endedAt: new Date(terminatedAt).toISOString() }),
    ...(needsNote && {
      silence: isNoted
        ? silence
        : { heartbeat: facts.heartbeat, since: new Date(now).toISOString() },
    }),
  };
}

/** Whoever made it was killed before it was one. */
function isOrphan(folder: string, now: number): boolean {
  const modified = lstatSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  return modified !== undefined && now - modified >= removedAfterMs;
}

/** Under the lock, so that nobody joins one that goes. */
async function removeAll(
  place: TrackedPlace,
  ids: readonly string[],
  isTracked: (name: string) => boolean,
): Promise<string[]> {
  const { paths, now } = place;
  return inTurn(place, () => {
    const liveness = createLivenessLook();
    const at = now().getTime();
    const removed: string[] = [];
    for (const id of ids) {
      const folder = sessionFolder(paths, id);
      const seen = seeSession(folder, liveness, at);
      const isOver = seen ? isRemovable(judgeSession(seen.facts, at), at) : isOrphan(folder, at);
      if (isOver && moveAside(folder, id)) {
        removed.push(id);
      }
    }
    // Also of those who were killed on the way: first the history, then it goes.
    const aside = leftovers(paths.sessions)
      .filter((name) => !isTracked(name))
      .map((name) => path.join(paths.sessions, name));
    noteHistory(place, aside);
    for (const folder of aside) {
      forgetName(paths.sessionIds, folder);
      rmSync(folder, { recursive: true, force: true });
    }
    return Promise.resolve(removed);
  });
}

function moveAside(folder: string, id: string): boolean {
  try {
    renameSync(folder, path.join(path.dirname(folder), `${removedPrefix}${id}.${randomHex()}`));
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) {
      return false;
    }
    throw error;
  }
}

/** Under which a hook found it. */
function forgetName(sessionIds: string, folder: string): void {
  const { sessionId, claudeSessionId } = readItem(path.join(folder, metaFile)) ?? {};
  if (typeof claudeSessionId === 'string' && isLiveSessionId(claudeSessionId)) {
    const file = path.join(sessionIds, claudeSessionId);
    if (readItem(file)?.sessionId === sessionId) {
      rmSync(file, { force: true });
    }
  }
}

function leftovers(sessions: string): string[] {
  try {
    return readdirSync(sessions, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name.startsWith(removedPrefix))
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
