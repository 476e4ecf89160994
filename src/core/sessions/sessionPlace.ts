// What live sessions work with, and where their files are. No git and no schema: hooks use it, too.

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Repository } from '../git/repository';
import type { ProjectPaths } from '../projectPaths';
import { type AtomicFileSystem, writeFileAtomic } from '../stores/atomicFile';
import { toFileError } from '../stores/fileErrors';
import { outsideProject } from '../stores/fileWithin';
import { readRegularFile, realPathWithin } from '../stores/regularFile';
import { UserError } from '../support/errors';
import type { Logger } from '../support/logger';
import { msg } from '../support/message';
import { isLiveSessionId } from './sessionIds';

export interface SessionPlace {
  readonly root: string;
  readonly paths: ProjectPaths;
  /** undefined when the folder is not in a git repository. */
  readonly repository: Repository | undefined;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly logger: Logger;
  readonly now: () => Date;
  /** For processes in which nothing else waits. */
  readonly fs?: AtomicFileSystem;
}

/** What lies in a session's directory, beside meta.json, heartbeat and activity. */
export const sessionFolders = ['questions', 'responses', 'notifications', 'commands'] as const;
export type SessionFolder = (typeof sessionFolders)[number];

export function sessionFolder({ sessions }: ProjectPaths, id: string): string {
  return path.join(sessions, id);
}

/** Of all sessions, in a stable order. Links are none. */
export function sessionIdsIn({ sessions }: ProjectPaths): string[] {
  try {
    return readdirSync(sessions, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && isLiveSessionId(entry.name))
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

/** The session that an agent calls so; undefined where nobody opened it. */
export function idOfAgentSession(paths: ProjectPaths, agentSession: string): string | undefined {
  if (!isLiveSessionId(agentSession)) {
    return undefined;
  }
  const named = readItem(path.join(paths.sessionIds, agentSession))?.sessionId;
  const id = typeof named === 'string' && isLiveSessionId(named) ? named : agentSession;
  return existsSync(path.join(sessionFolder(paths, id), 'meta.json')) ? id : undefined;
}

/** Larger ones are not ours. */
const mostBytes = 256 * 1024;

/** undefined where it is not there, is a link, or is no JSON object of ours. */
export function readItem(file: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const { content } = readRegularFile(file, mostBytes);
    const value: unknown = JSON.parse(content?.toString('utf8') ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

export async function writeItem(place: SessionPlace, file: string, value: object): Promise<void> {
  assertInside(place, path.dirname(file));
  try {
    await writeFileAtomic(file, toJson(value), place.fs && { fs: place.fs });
  } catch (error) {
    throw toFileError(error, file);
  }
}

/** Fails where nobody would read it: what was said must not be lost without a word. */
export function toJson(value: object): string {
  const text = `${JSON.stringify(value, undefined, 2)}\n`;
  if (Buffer.byteLength(text) > mostBytes) {
    throw new UserError(
      'too-long',
      msg(
        'That is too long: no more than {0} KB are passed on. Write it to a file, and give the path of the file.',
        mostBytes / 1024,
      ),
    );
  }
  return text;
}

/** No link may lead out of the project. */
export function assertInside({ root }: Pick<SessionPlace, 'root'>, folder: string): void {
  if (realPathWithin(root, folder) === undefined) {
    throw new UserError('outside', outsideProject(folder, root));
  }
}

export function noSession(id: string): UserError {
  return new UserError(
    'no-session',
    msg('There is no live session {0}. List them with "baton sessions list".', id),
  );
}
