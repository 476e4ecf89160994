// The one directory of an agent's session: whoever comes first makes it, the hook or the server, and the
// other one finds it, by the agent's own id of the session or by the agent's process.

import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { terminalEnvironment } from '../detection/terminalEnvironment';
import { excludeLocalState } from '../git/localExclude';
import { readHead } from '../git/repository';
import type { SessionMeta } from '../schemas/liveSession';
import { writeFileAtomic } from '../stores/atomicFile';
import { type LockOptions, withLock } from '../stores/lock';
import { describeError } from '../support/errors';
import { livenessOf, type ProcessIdentity } from '../support/processIdentity';
import { parseTime } from '../support/time';
import { isSameProcess } from './agentProcess';
import { activityFile, beat, heartbeatFile } from './heartbeat';
import { isLiveSessionId, isUuid } from './sessionIds';
import { changeMeta, createMeta, readMeta, without } from './sessionMeta';
import {
  assertInside,
  readItem,
  sessionFolder,
  sessionFolders,
  sessionIdsIn,
  type SessionPlace,
} from './sessionPlace';

export interface OpenRequest {
  /** Which agent; null where nobody says. */
  readonly agent: string | null;
  /** As the agent calls its session. */
  readonly agentSession?: string | undefined;
  readonly process?: ProcessIdentity | undefined;
  /** Its process has one session at a time: what it had before is over. */
  readonly isOnly?: boolean | undefined;
  /** The MCP server that asks. */
  readonly server?: ProcessIdentity | undefined;
  readonly transcript?: string | undefined;
  /** The one it had, if its process has no other: it goes on in it, though somebody ended it. */
  readonly revives?: string | undefined;
  /** Only one that is there. */
  readonly joinsOnly?: boolean | undefined;
}

export interface OpenedSession {
  readonly id: string;
  readonly folder: string;
  readonly isNew: boolean;
}

/** Makers and removers of sessions take turns. */
export function inTurn<T>(
  place: SessionPlace,
  body: () => Promise<T>,
  options?: LockOptions,
): Promise<T> {
  const directory = path.join(place.paths.locks, 'sessions');
  assertInside(place, directory);
  return withLock(directory, body, options);
}

export async function openSession(
  place: SessionPlace,
  request: OpenRequest,
  lock?: LockOptions,
): Promise<OpenedSession | undefined> {
  assertInside(place, place.paths.sessions);
  assertInside(place, place.paths.sessionIds);
  return inTurn(
    place,
    async () => {
      const all = sessionIdsIn(place.paths).flatMap(
        (id) => readMeta(sessionFolder(place.paths, id)) ?? [],
      );
      const known = matching(all, request);
      if (!known && request.joinsOnly) {
        return undefined;
      }
      const id = known ? await joined(place, known, request) : await created(place, request);
      if (request.isOnly) {
        await endOthers(place, all, { ...request, id });
      }
      await nameFor(place, request.agentSession, id);
      return { id, folder: sessionFolder(place.paths, id), isNew: !known };
    },
    lock,
  );
}

function matching(all: readonly SessionMeta[], request: OpenRequest): SessionMeta | undefined {
  const { agentSession, process, server, isOnly, revives } = request;
  const byId = agentSession
    ? (all.find(({ claudeSessionId }) => claudeSessionId === agentSession) ??
      all.find(({ sessionId }) => sessionId === agentSession))
    : undefined;
  if (byId) {
    return byId;
  }
  const ofProcess = all
    .filter((each) => !each.endedAt && isSameProcess(each.agentProcess, process))
    .sort((a, b) => parseTime(b.createdAt ?? '') - parseTime(a.createdAt ?? ''));
  // A process may have several sessions (a daemon): a hook takes one that has no name yet, a server one
  // that has no other server, which the one of a process with a single session may still have for a
  // moment, when its agent starts the server anew.
  return server
    ? (ofProcess.find(
        (each) => isSameProcess(each.server, server) || !each.server || isGone(each.server),
      ) ??
        (isOnly ? ofProcess[0] : undefined) ??
        all.find(({ sessionId }) => sessionId === revives))
    : ofProcess.find(({ claudeSessionId }) => !claudeSessionId);
}

function isGone(server: ProcessIdentity): boolean {
  return livenessOf(server) === 'dead';
}

async function created(place: SessionPlace, request: OpenRequest): Promise<string> {
  const { paths, repository, logger, now } = place;
  if (repository?.isOwn) {
    try {
      excludeLocalState(repository);
    } catch (error) {
      logger.warn(`Local state may show up in git status: ${describeError(error)}`);
    }
  }
  const { agentSession } = request;
  const id =
    agentSession && isUuid(agentSession)
      ? agentSession
      : process.getBuiltinModule('node:crypto').randomUUID();
  const folder = sessionFolder(paths, id);
  assertInside(place, folder);
  for (const part of sessionFolders) {
    mkdirSync(path.join(folder, part), { recursive: true });
  }
  makeSigns(folder);
  const at = now().toISOString();
  const base: SessionMeta = {
    sessionId: id,
    claudeSessionId: agentSession ?? null,
    agent: request.agent,
    environment: null,
    projectPath: place.root,
    projectName: path.basename(place.root),
    gitBranch: null,
    createdAt: at,
    lastActiveAt: at,
    status: 'active',
    slackThreadTs: null,
  };
  await createMeta(place, renewed(place, base, request));
  beat(folder, now(), true);
  return id;
}

async function joined(
  place: SessionPlace,
  { sessionId: id }: SessionMeta,
  request: OpenRequest,
): Promise<string> {
  const folder = sessionFolder(place.paths, id);
  makeSigns(folder);
  beat(folder, place.now(), true);
  await changeMeta(place, id, (meta) => {
    const next = renewed(place, meta, request);
    const isSame =
      JSON.stringify({ ...next, lastActiveAt: 0 }) === JSON.stringify({ ...meta, lastActiveAt: 0 });
    return isSame ? meta : next;
  });
  return id;
}

/** What is known now; what nobody says stays. */
function renewed(place: SessionPlace, meta: SessionMeta, request: OpenRequest): SessionMeta {
  const { repository, env, now } = place;
  const process = request.process ?? meta.agentProcess ?? null;
  const environment = terminalEnvironment({
    env,
    platform: globalThis.process.platform,
    pid: process?.pid ?? null,
  });
  const isMoved = meta.environment?.pid !== environment.pid;
  return {
    ...without(meta, 'endedAt', 'silence', 'waitingFor'),
    claudeSessionId: request.agentSession ?? meta.claudeSessionId ?? null,
    agent: request.agent ?? meta.agent ?? null,
    environment: isMoved ? environment : (meta.environment ?? null),
    gitBranch: (repository && readHead(repository).branch) ?? null,
    lastActiveAt: now().toISOString(),
    status: 'active',
    agentProcess: process,
    ...(request.server && { server: request.server }),
    ...(request.transcript && { transcriptPath: request.transcript }),
  };
}

/** Empty; made anew where somebody took them away. */
function makeSigns(folder: string): void {
  for (const name of [heartbeatFile, activityFile]) {
    try {
      closeSync(openSync(path.join(folder, name), 'wx', 0o600));
    } catch {
      // It is there, which is all that counts.
    }
  }
}

async function endOthers(
  place: SessionPlace,
  all: readonly SessionMeta[],
  { id, process, agentSession }: OpenRequest & { readonly id: string },
): Promise<void> {
  const others = all.filter(
    (each) =>
      each.sessionId !== id &&
      !each.endedAt &&
      each.claudeSessionId !== agentSession &&
      isSameProcess(each.agentProcess, process),
  );
  for (const { sessionId } of others) {
    await endSession(place, sessionId);
  }
}

/** Its process may go on, with another session. */
export async function endSession(
  place: SessionPlace,
  id: string,
  lock?: LockOptions,
): Promise<void> {
  const at = place.now().toISOString();
  const ended = (meta: SessionMeta): SessionMeta => ({
    ...without(meta, 'waitingFor', 'silence'),
    status: 'terminated',
    agentProcess: null,
    endedAt: meta.endedAt && meta.status === 'terminated' ? meta.endedAt : at,
  });
  await changeMeta(place, id, ended, lock);
}

/** So that a hook, which knows only the agent's id, finds it at once. */
async function nameFor(place: SessionPlace, agentSession: string | undefined, id: string) {
  if (!agentSession || agentSession === id || !isLiveSessionId(agentSession)) {
    return;
  }
  const file = path.join(place.paths.sessionIds, agentSession);
  if (readItem(file)?.sessionId !== id) {
    mkdirSync(place.paths.sessionIds, { recursive: true });
    await writeFileAtomic(
      file,
      `${JSON.stringify({ sessionId: id })}\n`,
      place.fs && { fs: place.fs },
    );
  }
}
