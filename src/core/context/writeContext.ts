// Writes a context that was made: the session's own file, and `session-context.json` where it is the
// newest of all.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { excludeLocalState } from '../git/localExclude';
import type { SessionContext } from '../schemas/sessionContext';
import { blockingFileSystem, writeFileAtomic } from '../stores/atomicFile';
import { keepCorruptCopy } from '../stores/corruptCopy';
import { readFileWithin } from '../stores/fileWithin';
import { createJsonFile, type JsonFile } from '../stores/jsonFile';
import { describeError, UserError } from '../support/errors';
import { msg } from '../support/message';
import { isRecord, type Json, recordOf } from '../transcript/lineValues';
import { contextFile, type ContextPlace, contextsFolder } from './contextPlace';
import { jsonIn, readJson } from './readFiles';
import { withUnknownFields } from './unknownFields';

/** A session in which nobody said a word must not hide what an earlier one knew. */
export function isEmpty({ goal, progress, state }: SessionContext): boolean {
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

interface Writing {
  readonly session: string;
  readonly trigger: string;
  readonly isFurther: boolean;
}

/**
 * Whether all of it was written. The session's own is what is given back to it: where only the newest of
 * all is held by another process, the next hook makes up for it.
 */
export async function writeContext(
  place: ContextPlace,
  { session, trigger, isFurther }: Writing,
  made: SessionContext,
): Promise<boolean> {
  const { paths, root, logger } = place;
  await writeOwn(place, session, made);
  // One that has not gone on, or knows of another project only, is not the newest unless it was.
  const leads = isFurther && !isEmpty(made);
  const isOwn = (newest: object) => recordOf((newest as Json).meta).session_id === session;
  const newest = leads ? undefined : readJson(paths.sessionContext, root);
  if (newest ? !isOwn(newest) : isEmpty(made)) {
    return true;
  }
  const isAsked = trigger === 'asked';
  // The newest of all is for every session: what one knew of another project is not in it.
  const shared = { ...made, elsewhere: undefined };
  try {
    await newestContext(place).update(
      (before) => (leads || !before || isOwn(before) ? withUnknownFields(shared, before) : before),
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
