// The sessions of the four CLIs in this project, whoever started them, from the CLIs' own stores. What
// was read before is not read again; a call does a bounded amount of work, the newest first, in slices
// that let others have their turn.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { repositoryId } from '../repositoryId';
import { isWithinFolder, readRegularFile, realPathOr } from '../stores/regularFile';
import { upTime } from '../support/upTime';
import { type AgentName, agentNames } from '../transcript/transcriptEvent';
import type { QuietPlace } from '../workplace';
import { type CachedSession, cacheStamp, readCache, writeCache } from './discoveryCache';
import { type SessionFile, sessionFiles } from './sessionFiles';
import type { SeenSession } from './sessionScan';
import { projectFolders } from './workingFolder';

export interface FoundSession extends SeenSession {
  readonly id: string;
  /** Its transcript. */
  readonly file: string;
  readonly size: number;
  /** Milliseconds of the last change. */
  readonly changedAt: number;
}

export interface Discovery {
  /** The one that changed last comes first. */
  readonly sessions: readonly FoundSession[];
  /** Transcripts of other projects, and those without a word. */
  readonly others: readonly SessionFile[];
  /** Where the project was, too. */
  readonly roots: readonly string[];
  /** As long as it is the same, unchanged transcripts give the same again. */
  readonly stamp: string;
  /** Transcripts that are still to be read: another call goes on with them. */
  readonly pending: number;
}

/** As much of a project as it takes: a search in a terminal opens no more. */
export type DiscoveryPlace = Pick<
  QuietPlace,
  'root' | 'paths' | 'repository' | 'dataFolder' | 'home' | 'env' | 'logger' | 'now'
>;

export interface DiscoveryOptions {
  /** How long it may read; what it finds in lists it always gives back. */
  readonly budgetMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly agents?: readonly AgentName[] | undefined;
  /** `listedTranscripts` of just now. */
  readonly listed?: readonly SessionFile[] | undefined;
}

const usualMs = 150;
/** No longer without letting others have their turn. */
const sliceMs = 8;

export async function discoverSessions(
  place: DiscoveryPlace,
  { budgetMs = usualMs, signal, agents = agentNames, listed }: DiscoveryOptions = {},
): Promise<Discovery> {
  const repo = await keptUnder(place);
  let stamp = cacheStamp(place, repo);
  const before = readCache(place, repo);
  const root = realPathOr(place.root);
  const isKnownPlace = before.roots.includes(root);
  // At the first look here it may have been moved: the registry, which went with it, knows from where.
  const roots = isKnownPlace
    ? before.roots
    : [...before.roots, ...(await usedFolders(place, repo))];
  const folders = foldersOf(place, roots);
  const turns = createTurns(budgetMs, signal);
  const all = [...(listed ?? [])];
  for (const agent of listed ? [] : agents) {
    all.push(...sessionFiles(agent, place, folders));
    await turns.yield();
  }
  all.sort((a, b) => b.changedAt - a.changedAt);
  const files = new Map<string, CachedSession>();
  let pending = 0;
  let hasChanged = all.length !== before.files.size;
  for (const each of all) {
    const known = before.files.get(each.file);
    const isSame = known?.size === each.size && known.changedAt === each.changedAt;
    if (isSame && !known.isPartial) {
      files.set(each.file, known);
      continue;
    }
    const read = turns.isOver() ? known : await look(each, known, folders, turns);
    hasChanged ||= read !== known;
    if (read) {
      files.set(each.file, read);
    }
    pending += !read || read.isPartial || read === known ? 1 : 0;
  }
  if (hasChanged || !isKnownPlace) {
    const kept = agents === agentNames ? files : new Map([...before.files, ...files]);
    await writeCache(place, repo, { roots: [root, ...roots], files: kept });
    stamp = cacheStamp(place, repo);
  }
  const sessions = toFound(all, files);
  const ours = new Set(sessions.map(({ file }) => file));
  const others = all.filter(({ file }) => !ours.has(file));
  return { sessions, others, roots, stamp, pending };
}

/** As a discovery lists them that knows these roots. */
export function listedTranscripts(place: DiscoveryPlace, roots: readonly string[]): SessionFile[] {
  const folders = foldersOf(place, roots);
  return agentNames.flatMap((agent) => sessionFiles(agent, place, folders));
}

function foldersOf(place: DiscoveryPlace, roots: readonly string[]): string[] {
  return [...new Set([...projectFolders(place), ...roots.filter(isGone)])];
}

async function usedFolders(place: DiscoveryPlace, repo: string): Promise<string[]> {
  const { registeredSessions } = await import('./registryFile');
  const registered = await registeredSessions(place);
  return registered.flatMap(({ entry }) => (entry.repo === repo && entry.cwd) || []);
}

function toFound(
  all: readonly SessionFile[],
  files: ReadonlyMap<string, CachedSession>,
): FoundSession[] {
  return all.flatMap(({ file, size, changedAt, id: named }) => {
    const { seen, isOthers } = files.get(file) ?? {};
    const id = named ?? seen?.id;
    // Without a word of anybody there is nothing to go on with.
    return seen && !isOthers && id !== undefined && seen.prompts + seen.answers > 0
      ? [{ ...seen, id, file, size, changedAt }]
      : [];
  });
}

async function look(
  { agent, file, size, changedAt }: SessionFile,
  known: CachedSession | undefined,
  folders: readonly string[],
  turns: Turns,
): Promise<CachedSession | undefined> {
  const outside = agent === 'gemini' ? await geminiRoot(file, folders) : undefined;
  // Loaded when there is something to read: most of the time nothing has changed.
  const { readSession } = await import('./sessionScan');
  const isOthers = (seen: SeenSession) => !isOurs(outside ?? seen.startedIn, seen.cwd, folders);
  const read = await readSession(agent, file, known?.isOthers ? undefined : known, async (seen) => {
    await turns.yield();
    return !turns.isOver() && !(knowsPlace(seen, outside) && isOthers(seen));
  });
  await turns.yield();
  if (!read) {
    return undefined;
  }
  const { isWhole, ino, offset } = read;
  const seen = { ...read.seen, startedIn: read.seen.startedIn ?? outside };
  const stamp = { ino, offset, size, changedAt };
  if (isOthers(seen) && (isWhole || knowsPlace(seen, outside))) {
    // Nothing of other projects is kept.
    return { ...stamp, isOthers: true, seen: { agent, prompts: 0, answers: 0 } };
  }
  return { ...stamp, seen, ...(!isWhole && { isPartial: true }) };
}

function knowsPlace({ startedIn }: SeenSession, outside: string | undefined): boolean {
  return (outside ?? startedIn) !== undefined;
}

function isOurs(
  startedIn: string | undefined,
  cwd: string | undefined,
  folders: readonly string[],
): boolean {
  return [startedIn, cwd].some(
    (each) =>
      each !== undefined &&
      path.isAbsolute(each) &&
      folders.some(
        (folder) => isWithinFolder(folder, each) || isWithinFolder(folder, realPathOr(each)),
      ),
  );
}

/** Gemini CLI notes the folder of a project beside its chats, or names theirs after its hash. */
async function geminiRoot(file: string, folders: readonly string[]): Promise<string> {
  const project = path.dirname(path.dirname(file));
  try {
    const { content } = readRegularFile(path.join(project, '.project_root'), 8_192);
    if (content) {
      return content.toString('utf8').trim();
    }
  } catch {
    // An older version.
  }
  const name = path.basename(project);
  for (const folder of folders) {
    if ((await sha256(folder)) === name) {
      return folder;
    }
  }
  return '';
}

/** Nothing is written into a project merely to look at it, so that it may have no id yet. */
export async function keptUnder(place: DiscoveryPlace): Promise<string> {
  const id = repositoryId(place);
  return id ?? `folder-${(await sha256(realPathOr(place.root))).slice(0, 32)}`;
}

/** Loaded when it is needed: to start it takes longer than to list the sessions. */
async function sha256(text: string): Promise<string> {
  const { createHash } = await import('node:crypto');
  return createHash('sha256').update(text).digest('hex');
}

/** Where another project may be by now, nothing is ours any more. */
function isGone(folder: string): boolean {
  return !existsSync(folder);
}

interface Turns {
  isOver(): boolean;
  yield(): Promise<void>;
}

function createTurns(budgetMs: number, signal: AbortSignal | undefined): Turns {
  const start = upTime();
  let turn = start;
  return {
    isOver: () => signal?.aborted === true || upTime() - start > budgetMs,
    yield: async () => {
      if (upTime() - turn > sliceMs) {
        await nextTurn();
        turn = upTime();
      }
    },
  };
}
