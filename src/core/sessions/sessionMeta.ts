// meta.json of a session: read without a schema, because hooks and sweeps read many, and changed under
// the lock in its own directory.

import { lstatSync } from 'node:fs';
import path from 'node:path';
import type { SessionMeta } from '../schemas/liveSession';
import { sessionStatuses } from '../schemas/sessionStatuses';
import { createJsonFile, type Parsed } from '../stores/jsonFile';
import type { LockOptions } from '../stores/lock';
import { msg } from '../support/message';
import type { ProcessIdentity } from '../support/processIdentity';
import { isTimestamp } from '../support/time';
import { noSession, readItem, sessionFolder, type SessionPlace } from './sessionPlace';

export const metaFile = 'meta.json';

/** undefined where it is none of this session. */
export function readMeta(folder: string): SessionMeta | undefined {
  const parsed = parseMeta(readItem(path.join(folder, metaFile)), path.basename(folder));
  return parsed.ok ? parsed.value : undefined;
}

/** Fails where the session is not there any more. What stays the same is not written. */
export async function changeMeta(
  place: SessionPlace,
  id: string,
  change: (meta: SessionMeta) => SessionMeta,
  options?: LockOptions,
): Promise<SessionMeta> {
  const folder = sessionFolder(place.paths, id);
  // A lock would make the folder anew.
  if (!lstatSync(path.join(folder, metaFile), { throwIfNoEntry: false })) {
    throw noSession(id);
  }
  const { value } = await metaOf(place, folder).update((meta) => {
    if (!meta) {
      throw noSession(id);
    }
    return change(meta);
  }, options);
  return value;
}

export async function createMeta(place: SessionPlace, meta: SessionMeta): Promise<void> {
  await metaOf(place, sessionFolder(place.paths, meta.sessionId)).update(() => meta);
}

export function without(meta: SessionMeta, ...names: (keyof SessionMeta)[]): SessionMeta {
  const left = Object.entries(meta).filter(([name]) => !names.includes(name));
  return Object.fromEntries(left) as unknown as SessionMeta;
}

function metaOf({ root, logger, now, fs }: SessionPlace, folder: string) {
  return createJsonFile<SessionMeta>({
    path: path.join(folder, metaFile),
    within: root,
    lockDirectory: path.join(folder, 'locks', 'meta'),
    parse: (json) => parseMeta(json, path.basename(folder)),
    logger,
    now,
    ...(fs && { fs }),
  });
}

const isText = (value: unknown) => typeof value === 'string';
const isTime = (value: unknown) => typeof value === 'string' && isTimestamp(value);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The same as the schema says. */
const fields: Readonly<Record<string, (value: unknown) => boolean>> = {
  claudeSessionId: isText,
  agent: isText,
  environment: (value) => isObject(value) && isText(value.displayName),
  projectPath: isText,
  projectName: isText,
  gitBranch: isText,
  createdAt: isTime,
  lastActiveAt: isTime,
  status: (value) => sessionStatuses.some((each) => each === value),
  slackThreadTs: isText,
  agentProcess: isProcess,
  server: isProcess,
  transcriptPath: isText,
  endedAt: isTime,
  waitingFor: (value) =>
    isObject(value) && isText(value.kind) && isText(value.message) && isTime(value.since),
  silence: (value) => isObject(value) && typeof value.heartbeat === 'number' && isTime(value.since),
};

function isProcess(value: unknown): value is ProcessIdentity {
  return isObject(value) && typeof value.pid === 'number' && isText(value.host);
}

/** What does not fit is left out; what it does not know stays. */
function parseMeta(json: unknown, id: string): Parsed<SessionMeta> {
  if (!isObject(json) || json.sessionId !== id) {
    return { ok: false, reason: msg('It is not an object with the expected fields.') };
  }
  const entries = Object.entries(json).filter(
    ([name, value]) => value === null || (fields[name]?.(value) ?? true),
  );
  const leavesOut = entries.length < Object.keys(json).length;
  const value = Object.fromEntries(entries) as unknown as SessionMeta;
  return { ok: true, value, problems: [], leavesOut };
}
