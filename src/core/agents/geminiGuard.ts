// Keeps Gemini CLI from losing a session that is resumed or forked. At such a start it leaves an
// empty chat with the same id beside the real one, and its next start deletes both, because one of
// them is of no use (github.com/google-gemini/gemini-cli/issues/27368). So the empty one is taken away
// as soon as it is there, and a copy of the real one is put back where it went all the same.
// A setting would prevent it, too, but only in the user's own file or in one that root owns.

import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeFileAtomic } from '../stores/atomicFile';
import { readRegularFile } from '../stores/regularFile';
import { describeError, hasCode } from '../support/errors';
import type { Logger } from '../support/logger';
import { chatsIn, isEmptyChat } from './geminiChats';

export interface GuardPlace {
  /** For copies, and for what is taken away. */
  readonly folder: string;
  readonly logger: Logger;
}

export interface SessionGuard {
  /** The program has ended. */
  end(): Promise<GuardReport>;
}

export interface GuardReport {
  /** Its beginning, or all of it, had gone and was put back. */
  readonly isRestored: boolean;
}

const pollMs = 250;
/** The empty one comes at the start, or never. */
const watchedMs = 60_000;
const mostCopies = 50;
const longestChat = 1024 * 1024 * 1024;

export async function guardChat(place: GuardPlace, chats: GuardedChats): Promise<SessionGuard> {
  const { file } = chats;
  const copy = file === undefined ? undefined : await copied(place, file);
  const ended = new AbortController();
  const sweep = () => {
    try {
      sweepEmpty(place, chats);
    } catch (error) {
      place.logger.warn(`An empty chat of Gemini CLI was left: ${describeError(error)}`);
    }
  };
  const watching = watch(sweep, ended.signal);
  return {
    end: async () => {
      ended.abort();
      await watching;
      sweep();
      return { isRestored: copy !== undefined && (await putBack(copy, file ?? '')) };
    },
  };
}

export interface GuardedChats {
  /** The chat that is resumed; undefined where a new one is to come. */
  readonly file: string | undefined;
  /** Where chats are, now. */
  readonly folders: () => readonly string[];
  /** When it was started, in milliseconds. */
  readonly since: number;
}

async function watch(sweep: () => void, signal: AbortSignal): Promise<void> {
  for (let waited = 0; waited < watchedMs && !signal.aborted; waited += pollMs) {
    sweep();
    await delay(pollMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Only what is beside a chat of the same session that somebody has spoken in. */
function sweepEmpty(place: GuardPlace, { folders, since }: GuardedChats): void {
  for (const chats of folders().flatMap((folder) => chatsIn(folder))) {
    const empty =
      chats.length < 2 ? [] : chats.filter((file) => isNew(file, since) && isEmptyChat(file));
    if (empty.length < chats.length) {
      empty.forEach((file) => {
        takeAway(place, file);
      });
    }
  }
}

/** Clocks of file systems are coarse. */
function isNew(file: string, since: number): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && stats.mtimeMs >= since - 2_000;
}

function takeAway({ folder, logger }: GuardPlace, file: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const aside = path.join(folder, `${path.basename(file)}.empty`);
  copyFileSync(file, aside);
  rmSync(file);
  logger.info(`${file} was empty, and is now ${aside}`);
}

async function copied({ folder }: GuardPlace, file: string): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  forgetOldCopies(folder);
  const copy = copyOf(folder, file);
  mkdirSync(path.dirname(copy), { recursive: true, mode: 0o700 });
  await writeFileAtomic(copy, bytesOf(file) ?? '');
  return copy;
}

/** Below the name of its project: where it was can be told from the copy. */
function copyOf(folder: string, file: string): string {
  return path.join(folder, path.basename(path.dirname(path.dirname(file))), path.basename(file));
}

/**
 * Where a chat went while nobody watched, because Baton was killed or the machine went down: from the
 * copy that was made before. `store` is where the chats of all projects are.
 */
export async function restoreChat(folder: string, store: string, id: string): Promise<boolean> {
  const name = new RegExp(`^session-.*-${id.slice(0, 8)}\\.jsonl?$`);
  for (const project of namesIn(folder)) {
    for (const chat of namesIn(path.join(folder, project)).filter((each) => name.test(each))) {
      const content = bytesOf(path.join(folder, project, chat));
      const file = path.join(store, project, 'chats', chat);
      if (content?.includes(id) && existsSync(path.join(store, project)) && !existsSync(file)) {
        mkdirSync(path.dirname(file), { recursive: true });
        await writeFileAtomic(file, content);
        return true;
      }
    }
  }
  return false;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Who had it deleted under its hands went on with a new file, which lacks all that was before. */
async function putBack(copy: string, file: string): Promise<boolean> {
  const before = bytesOf(copy) ?? Buffer.alloc(0);
  const now = bytesOf(file);
  // Older versions keep a chat as one JSON value, which they write anew with every message.
  const isWrittenAnew = path.extname(file) === '.json';
  if (now && (isWrittenAnew || now.subarray(0, before.length).equals(before))) {
    return false;
  }
  mkdirSync(path.dirname(file), { recursive: true });
  await writeFileAtomic(file, now ? Buffer.concat([before, now]) : before);
  return true;
}

function bytesOf(file: string): Buffer | undefined {
  try {
    return readRegularFile(file, longestChat).content;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) {
      return undefined;
    }
    throw error;
  }
}

function forgetOldCopies(folder: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ file, at: statSync(file).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  files.slice(mostCopies).forEach(({ file }) => {
    rmSync(file, { force: true });
  });
}
