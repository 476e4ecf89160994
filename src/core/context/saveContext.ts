// Saves what an agent knows, from its own transcript, without asking a model: the session's own file,
// and `session-context.json`, which is the newest of all. What was read is not read again.

import { mkdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { excludeLocalState } from '../git/localExclude';
import { readHead } from '../git/repository';
import { ensureRepositoryId } from '../repositoryId';
import type { SessionContext } from '../schemas/sessionContext';
import { blockingFileSystem, writeFileAtomic } from '../stores/atomicFile';
import { keepCorruptCopy } from '../stores/corruptCopy';
import { readFileWithin } from '../stores/fileWithin';
import { createJsonFile, type JsonFile } from '../stores/jsonFile';
import { describeError, hasCode, UserError } from '../support/errors';
import { msg } from '../support/message';
import { ofProject } from '../dataFolder';
import { isRecord, type Json, recordOf, textOf } from '../transcript/lineValues';
import type { Reading } from '../transcript/reading';
import { readTranscript } from '../transcript/readTranscript';
import { readerOf } from '../transcript/readers';
import { toContext } from '../transcript/sessionContextOf';
import type { AgentName } from '../transcript/transcriptEvent';
import { projectFacts } from './contextFacts';
import { missedCompaction } from './missedCompaction';
import { otherProject } from './otherProject';
import { withUnknownFields } from './unknownFields';
import { jsonIn, readJson } from './readFiles';
import { contextFile, contextsFolder, type ContextPlace, isSessionId } from './contextPlace';

export interface SaveRequest {
  readonly agent: AgentName;
  /** A path that may be read: in the store of the agent, or typed by a person. */
  readonly transcript: string;
  /** As the agent names it; else as the transcript does. */
  readonly session?: string | undefined;
  /** What made it: `PreCompact`, `Stop`; `asked` where somebody wants it now. */
  readonly trigger: string;
}

export interface SavedContext {
  readonly context: SessionContext;
  readonly session: string;
  /** The id of the repository, which names what is kept of it. */
  readonly repo: string;
  readonly reading: Reading;
  /** Whether it was written: not where all of it was saved before. */
  readonly isNew: boolean;
}

/** undefined where the transcript cannot be read, or says nothing yet: what was saved stays. */
export async function saveContext(
  place: ContextPlace,
  request: SaveRequest,
): Promise<SavedContext | undefined> {
  const seen = await look(place, request);
  const session = request.session ?? seen?.reading.digest.session.id ?? '';
  if (!seen || !isSessionId(session)) {
    return undefined;
  }
  const { reading, repo } = seen;
  // Whoever asks for it wants it to be the newest, also when another session saved since.
  const isFurther = seen.isFurther || request.trigger === 'asked';
  const made = withMeta(await contextIn(place, seen), {
    session_id: session,
    repo,
    trigger: request.trigger,
    // One that took something stays open until that was given back, however many turns end before.
    compactions:
      missedCompaction(place, session, reading.digest)?.known ?? reading.digest.compactions.count,
    ...(reading.digest.at !== undefined && { last_event_at: reading.digest.at }),
    ...(place.repository && readHead(place.repository)),
  });
  const isNothing = isEmpty(made) && !made.elsewhere;
  if (made.elsewhere && isEmpty(made) && request.trigger === 'asked') {
    throw new UserError(
      'other-project',
      msg(
        'That session worked in {0} and not in this project, so nothing was saved. Run "baton context save" there.',
        made.elsewhere.project ?? '',
      ),
    );
  }
  if (isFurther) {
    let isSaved = false;
    try {
      isSaved = isNothing || (await write(place, { ...request, session }, made));
    } finally {
      keep(seen, place, isSaved);
    }
  }
  return isNothing ? undefined : { context: made, session, repo, reading, isNew: isFurther };
}

/** What a transcript says now, with what the project knows. */
export async function contextIn(
  place: ContextPlace,
  { reading, saved }: Pick<Seen, 'reading' | 'saved'>,
): Promise<SessionContext> {
  const { agent, digest } = reading;
  const facts = {
    ...projectFacts(place),
    root: place.root,
    otherRoots: place.repository?.mainRoot ? [place.repository.mainRoot] : [],
    now: place.now().toISOString(),
    agent,
  };
  const other =
    otherProject(place, digest.session.startedIn) ?? textOf(recordOf(saved?.elsewhere).project);
  if (other === undefined) {
    return toContext(digest, facts);
  }
  const { contextApart } = await import('./contextApart');
  return contextApart(place, reading, facts, { other, reader: await readerOf(agent), saved });
}

/** The transcript as far as it goes now, for whoever does not save it. */
export async function readOn(
  place: ContextPlace,
  request: Omit<SaveRequest, 'trigger'>,
): Promise<Pick<Seen, 'reading' | 'saved'> | undefined> {
  const seen = await look(place, request);
  if (seen && !seen.isKnown) {
    keep(seen, place, false);
  }
  return seen;
}

interface Seen {
  readonly reading: Reading;
  readonly repo: string;
  /** Where it is kept how far it was read. */
  readonly cache: string;
  readonly isKnown: boolean;
  /** What was saved of the session. */
  readonly saved: Json | undefined;
  /** Unless all of it was read and saved before. */
  readonly isFurther: boolean;
}

async function look(
  place: ContextPlace,
  { agent, transcript, session }: Omit<SaveRequest, 'trigger'>,
): Promise<Seen | undefined> {
  const repo = await ensureRepositoryId(place);
  const name = path
    .basename(transcript)
    .replace(/[^\w.-]/g, '_')
    .slice(0, 150);
  const cache = path.join(place.dataFolder, ofProject(repo, path.join('readings', `${name}.json`)));
  const known = readJson(cache, place.dataFolder);
  const reading = readTranscript(transcript, await readerOf(agent), known);
  if (!reading) {
    return undefined;
  }
  const isKnown = (['version', 'file', 'offset', 'hash'] as const).every(
    (field) => known?.[field] === reading[field],
  );
  const own = session ?? reading.digest.session.id ?? '';
  const saved = isSessionId(own) ? readJson(contextFile(place, own), place.root) : undefined;
  const isSaved = isKnown && known?.isSaved === true && saved !== undefined;
  return { reading, repo, cache, isKnown, saved, isFurther: !isSaved };
}

/**
 * Not synced: what is lost or torn here only makes the next read longer. After the context: what is
 * killed in between is saved by the next hook.
 */
function keep({ cache, reading }: Seen, { logger }: ContextPlace, isSaved: boolean): void {
  const spare = `${cache}.${process.pid}.tmp`;
  const text = JSON.stringify({ ...reading, isSaved });
  try {
    writeInFolder(spare, text);
    // Else a file system writes to the disk at once what replaces something.
    removeQuietly(cache);
    renameSync(spare, cache);
  } catch (error) {
    removeQuietly(spare);
    logger.warn(`How far a transcript was read was not kept: ${describeError(error)}`);
  }
}

/** Its folder is there but for the first time. */
function writeInFolder(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600 });
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) {
      throw error;
    }
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, text, { mode: 0o600 });
  }
}

function removeQuietly(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // It was not there.
  }
}

function withMeta(
  context: SessionContext,
  meta: Readonly<Record<string, unknown>>,
): SessionContext {
  return { ...context, meta: { ...context.meta, ...meta } };
}

/** A session in which nobody said a word must not hide what an earlier one knew. */
function isEmpty({ goal, progress, state }: SessionContext): boolean {
  return (
    !goal?.original_request &&
    !goal?.current_objective &&
    !progress?.done?.length &&
    !progress?.current?.length &&
    !progress?.pending?.length &&
    !state?.recent_files?.length
  );
}

/** An agent waits for its hooks. */
const longestWait = 1_500;

/**
 * Whether all of it was written. The session's own is what is given back to it: where only the newest of
 * all is held by another process, the next hook makes up for it.
 */
async function write(
  place: ContextPlace,
  { session, trigger }: { readonly session: string; readonly trigger: string },
  made: SessionContext,
): Promise<boolean> {
  const { logger } = place;
  await writeOwn(place, session, made);
  if (isEmpty(made)) {
    return true;
  }
  const isAsked = trigger === 'asked';
  // The newest of all is for every session: what one knew of another project is not in it.
  const shared = { ...made, elsewhere: undefined };
  try {
    await newestContext(place).update(
      (before) => withUnknownFields(shared, before),
      isAsked ? {} : { timeoutMs: longestWait },
    );
    return true;
  } catch (error) {
    if (isAsked || !UserError.is(error, 'lock-timeout')) {
      throw error;
    }
    logger.warn(describeError(error));
    return false;
  }
}

/** Without a lock: whoever saves this session says the same of the same transcript. */
async function writeOwn(place: ContextPlace, session: string, made: SessionContext): Promise<void> {
  const { root, logger, now } = place;
  const file = contextFile(place, session);
  const seen = readFileWithin(file, root);
  if (seen.kind === 'outside' || seen.kind === 'unreadable') {
    throw new UserError(seen.kind, seen.reason);
  }
  const before = seen.kind === 'ok' ? jsonIn(seen.bytes.toString('utf8')) : undefined;
  if (seen.kind === 'missing') {
    prepare(place);
  }
  if (seen.kind === 'ok' && !before) {
    const aside = await keepCorruptCopy(file, seen.bytes, { mode: seen.stats.mode, now: now() });
    logger.warn(`${path.basename(file)} is corrupt. Kept as ${path.basename(aside)}.`);
  }
  const text = JSON.stringify(withUnknownFields(made, before), undefined, 2);
  await writeFileAtomic(file, `${text}\n`, { fs: blockingFileSystem });
}

/** Once for each session: its later saves find all of it done. */
function prepare(place: ContextPlace): void {
  const { repository, logger } = place;
  mkdirSync(contextsFolder(place), { recursive: true });
  if (repository?.isOwn) {
    try {
      excludeLocalState(repository);
    } catch (error) {
      logger.warn(`Local state may show up in git status: ${describeError(error)}`);
    }
  }
}

/** `session-context.json`, by hand-written guards: a schema takes longer to load than all the rest. */
function newestContext({ paths, root, logger, now }: ContextPlace): JsonFile<SessionContext> {
  return createJsonFile<SessionContext>({
    path: paths.sessionContext,
    within: root,
    lockDirectory: path.join(paths.locks, '.claude-session-context.json'),
    parse: (json) =>
      isRecord(json)
        ? { ok: true, value: json, problems: [] }
        : { ok: false, reason: msg('It is not an object with the expected fields.') },
    logger,
    now,
    fs: blockingFileSystem,
  });
}
