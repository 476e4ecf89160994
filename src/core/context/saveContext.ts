// Saves what an agent knows, from its own transcript, without asking a model: the session's own file,
// and `session-context.json`, which is the newest of all. What was read is not read again.

import { mkdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readHead } from '../git/repository';
import { ensureRepositoryId } from '../repositoryId';
import type { SessionContext } from '../schemas/sessionContext';
import { describeError, hasCode, UserError } from '../support/errors';
import { msg } from '../support/message';
import { ofProject } from '../dataFolder';
import { type Json, recordOf, textOf } from '../transcript/lineValues';
import type { Reading } from '../transcript/reading';
import { readTranscript } from '../transcript/readTranscript';
import { readerOf } from '../transcript/readers';
import { toContext } from '../transcript/sessionContextOf';
import type { AgentName } from '../transcript/transcriptEvent';
import { projectFacts } from './contextFacts';
import { missedCompaction } from './missedCompaction';
import { staysOf } from './otherProject';
import { withUnknownFields } from './unknownFields';
import { readJson } from './readFiles';
import { contextFile, type ContextPlace, isSessionId } from './contextPlace';
import { isEmpty, writeContext } from './writeContext';

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
  const { reading, repo, saved } = seen;
  // Whoever asks for it wants it to be the newest, also when another session saved since.
  const isFurther = seen.isFurther || request.trigger === 'asked';
  const said = await contextIn(place, seen);
  const isNothing = isEmpty(said) && !said.elsewhere;
  const isNew = isFurther || (saved ? !isSame(said, saved) : !isNothing);
  const made = {
    ...said,
    // What has changed in the project alone is no turn of the session.
    meta:
      saved && !isFurther
        ? recordOf(saved.meta)
        : { ...said.meta, ...metaOf(place, seen, session), trigger: request.trigger },
  };
  if (isEmpty(made) && made.elsewhere && request.trigger === 'asked') {
    throw new UserError(
      'other-project',
      msg(
        'That session worked in {0} and not in this project, so nothing was saved. Run "baton context save" there.',
        made.elsewhere.project ?? '',
      ),
    );
  }
  if (isNew) {
    let isSaved = false;
    try {
      isSaved = isNothing || (await writeContext(place, { ...request, session, isFurther }, made));
    } finally {
      keep(seen, place, isSaved);
    }
  }
  return isNothing ? undefined : { context: made, session, repo, reading, isNew };
}

function metaOf(place: ContextPlace, seen: Seen, session: string) {
  const { reading, repo, saved, isFurther } = seen;
  const { digest } = reading;
  const { branch, commit } = recordOf(saved?.meta);
  return {
    session_id: session,
    repo,
    // One that took something stays open until that was given back, however many turns end before.
    compactions: missedCompaction(place, session, digest)?.known ?? digest.compactions.count,
    ...(digest.at !== undefined && { last_event_at: digest.at }),
    // As the session last saw it, which knows nothing of what was done since.
    ...(saved && !isFurther ? { branch, commit } : place.repository && readHead(place.repository)),
  };
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
  const stays = staysOf(place, digest, textOf(recordOf(saved?.elsewhere).project));
  if (stays.length === 0) {
    return toContext(digest, facts);
  }
  const { contextApart } = await import('./contextApart');
  return contextApart(place, digest, facts, stays, saved);
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
  /** What was saved of the session; undefined where that is not there, or damaged. */
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
  const there = isSessionId(own) ? readJson(contextFile(place, own), place.root) : undefined;
  const saved = recordOf(there?.meta).repo === repo ? there : undefined;
  const isSaved = isKnown && known?.isSaved === true;
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

/** Whether it says what was saved: a hook that finds nothing new writes nothing. */
function isSame(made: SessionContext, saved: Json): boolean {
  const { meta } = saved;
  return JSON.stringify({ ...withUnknownFields(made, saved), meta }) === JSON.stringify(saved);
}
