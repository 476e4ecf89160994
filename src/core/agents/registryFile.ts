// `.claude/state/registry.json`: which session of which CLI one of our session ids stands for. Changed
// under its lock; the oldest of many are moved to an archive, which has them before the registry loses
// them. In a worktree, what only the main working tree knows is found, too.

import path from 'node:path';
import { cameWithRepository } from '../blockers/blockersFile';
import { cameWithRepository as isOthers } from '../context/localState';
import { projectPaths, relativePath } from '../projectPaths';
import { ensureRepositoryId } from '../repositoryId';
import {
  type Registry,
  type RegistryEntry,
  registrySchema,
  sessionIdPattern,
} from '../schemas/registry';
import { openJson, usable } from '../stateFiles';
import { appendLines } from '../stores/appendLines';
import { outsideProject } from '../stores/fileWithin';
import { realPathWithin } from '../stores/regularFile';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import type { QuietPlace } from '../workplace';

const mostEntries = 1_000;
const longestTitle = 200;

export interface RegisteredSession {
  /** Ours. */
  readonly id: string;
  readonly entry: RegistryEntry;
}

/** Checked where it comes in: a tool's argument, a word of a command line. */
export function checkedSessionId(id: string): string {
  // The one name that a JSON object cannot keep.
  if (!sessionIdPattern.test(id) || id === '__proto__') {
    throw new UserError(
      'bad-session-id',
      msg(
        'A session id has 8 to 128 letters, digits, "-" and "_", which {0} has not.',
        JSON.stringify(id.slice(0, 80)),
      ),
    );
  }
  return id;
}

/** Whoever only reads it needs no more. */
export type RegistryPlace = Pick<
  QuietPlace,
  'root' | 'paths' | 'repository' | 'dataFolder' | 'home' | 'env' | 'logger' | 'now'
>;

/** The one that was used last comes first. What came with the repository is not among them. */
export async function registeredSessions(place: RegistryPlace): Promise<RegisteredSession[]> {
  const entries = await readEntries(place);
  return Object.entries(entries)
    .map(([id, entry]) => ({ id, entry }))
    .sort((a, b) => timeOf(b.entry) - timeOf(a.entry));
}

export async function registeredSession(
  place: QuietPlace,
  id: string,
): Promise<RegisteredSession | undefined> {
  const entries = await readEntries(place);
  const entry = Object.hasOwn(entries, id) ? entries[id] : undefined;
  return entry && { id, entry };
}

/** By the id that its CLI gave it; of any agent unless told. */
export async function registeredAs(
  place: QuietPlace,
  agent: string | undefined,
  cliSession: string,
): Promise<RegisteredSession | undefined> {
  const all = await registeredSessions(place);
  return all.find(
    ({ entry }) =>
      (agent === undefined || entry.cli_name === agent) && entry.cli_session_id === cliSession,
  );
}

export interface SessionUse {
  readonly agent: string;
  readonly cliSession: string | null;
  readonly cwd: string;
  readonly title?: string | undefined;
  /** It has been answered before: there was a transcript to go on with. */
  readonly wasAnswered?: boolean | undefined;
  /** What is known of it that the registry does not have yet. */
  readonly before?: RegistryEntry | undefined;
}

/** Somebody said something in it, or will. What is not known of it stays as it was. */
export async function noteUse(place: QuietPlace, id: string, use: SessionUse): Promise<void> {
  const repo = await ensureRepositoryId(place);
  const now = place.now().toISOString();
  const known = (await registeredSession(place, checkedSessionId(id)))?.entry ?? use.before;
  const title = await titleOf(use.title);
  await change(place, (entries) => {
    const before = Object.hasOwn(entries, id) ? entries[id] : known;
    return {
      ...entries,
      [id]: {
        created_at: now,
        ...before,
        cli_name: use.agent,
        cli_session_id: use.cliSession ?? before?.cli_session_id ?? null,
        last_used: now,
        request_count: (before?.request_count ?? 0) + 1,
        cwd: use.cwd,
        repo,
        title: before?.title ?? title,
        ...(use.wasAnswered && { answered: true }),
      },
    };
  });
}

/** Which session came up: its id may not have been known before. */
export async function noteCliSession(
  place: QuietPlace,
  id: string,
  cliSession: string,
  isAnswered: boolean,
): Promise<void> {
  await changeEntry(place, id, (entry) => ({
    ...entry,
    cli_session_id: cliSession,
    ...(isAnswered && { answered: true }),
  }));
}

/** A person asks for it, so that it may be one that was begun without Baton. */
export async function renameSession(place: QuietPlace, id: string, title: string): Promise<void> {
  const given = await titleOf(title);
  if (given === null) {
    throw new UserError('no-title', msg('A session needs a title with at least one letter.'));
  }
  const known = await registeredSession(place, checkedSessionId(id));
  const { adoptedSession } = await import('./adoptedSession');
  const adopted = known ? undefined : await adoptedSession(place, id, undefined);
  const entry = adopted && { ...adopted.entry, repo: await ensureRepositoryId(place) };
  await changeEntry(place, id, (before) => ({ ...before, title: given }), entry);
}

/** The CLI keeps its own; only Baton does not know it any more, except in the archive. */
export async function forgetSession(place: QuietPlace, id: string): Promise<void> {
  await change(place, (entries) => {
    const { [id]: gone, ...others } = entries;
    if (!gone || !Object.hasOwn(entries, id)) {
      throw unknownSession(id);
    }
    archive(place, [{ id, entry: gone }]);
    return others;
  });
}

async function changeEntry(
  place: QuietPlace,
  id: string,
  changed: (entry: RegistryEntry) => RegistryEntry,
  before?: RegistryEntry,
): Promise<void> {
  const known = (await registeredSession(place, id))?.entry ?? before;
  await change(place, (entries) => {
    const entry = Object.hasOwn(entries, id) ? entries[id] : known;
    if (!entry) {
      throw unknownSession(id);
    }
    return { ...entries, [id]: changed(entry) };
  });
}

export function unknownSession(id: string): UserError {
  return new UserError(
    'no-session',
    msg('Baton knows no session {0}. List them with "baton agent sessions".', id),
  );
}

async function change(place: QuietPlace, changed: (entries: Registry) => Registry): Promise<void> {
  await assertOwn(place);
  await registryOf(place, place.root).file.update((entries) =>
    withinBounds(place, changed(entries ?? {})),
  );
}

function withinBounds(place: QuietPlace, entries: Registry): Registry {
  const all = Object.entries(entries);
  if (all.length <= mostEntries) {
    return entries;
  }
  const oldestFirst = all.sort(([, a], [, b]) => timeOf(a) - timeOf(b));
  const gone = oldestFirst.slice(0, all.length - mostEntries);
  archive(
    place,
    gone.map(([id, entry]) => ({ id, entry })),
  );
  return Object.fromEntries(oldestFirst.slice(gone.length));
}

async function readEntries(place: RegistryPlace): Promise<Registry> {
  const roots = [place.repository?.mainRoot, place.root].filter((root) => root !== undefined);
  const registries = roots.map(async (root) => {
    const { paths, file } = registryOf(place, root);
    const seen = await usable(file);
    return seen && !(await isOthers(place, paths.registry)) ? seen : {};
  });
  return Object.assign({}, ...(await Promise.all(registries))) as Registry;
}

function registryOf(place: RegistryPlace, root: string) {
  const paths = root === place.root ? place.paths : projectPaths(root, '');
  return { paths, file: openJson({ ...place, paths }, paths.registry, registrySchema) };
}

async function assertOwn(place: QuietPlace): Promise<void> {
  const { registry } = place.paths;
  if (await isOthers(place, registry)) {
    throw new UserError('tracked', cameWithRepository(relativePath(place.root, registry)));
  }
}

function archive({ root, paths, now }: QuietPlace, gone: readonly RegisteredSession[]): void {
  const { registryArchive: file } = paths;
  if (realPathWithin(root, path.dirname(file)) === undefined) {
    throw new UserError('outside', outsideProject(file, root));
  }
  const at = now().toISOString();
  appendLines(
    file,
    gone.map(({ id, entry }) => JSON.stringify({ session_id: id, archived_at: at, ...entry })),
  );
}

/** Loaded when there is one: whoever only reads the registry needs no table of secrets. */
async function titleOf(title: string | undefined): Promise<string | null> {
  const { sessionTitle } = await import('./sessionTitle');
  return sessionTitle(title ?? '', longestTitle) ?? null;
}

function timeOf({ last_used }: RegistryEntry): number {
  return Date.parse(last_used) || 0;
}
