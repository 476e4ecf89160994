// Save: checkpoint commit, session state, push, checks. The commit comes first and the state after
// it, so that whatever is killed when, the state never names work that is not there.

import type { GitStatus } from '../git/gitStatus';
import { followConflicts } from '../blockers/followConflicts';
import { rebasedBranch } from '../git/operation';
import { isTracked } from '../git/trackedFiles';
import { activeChanges, changeNamed, findChange, type OpenSpecChange } from '../openSpec';
import { relativePath } from '../projectPaths';
import { integrityViolations } from '../protocol/integrity';
import { type GivenState, savedState, type SavedFacts } from '../protocol/savedState';
import type { SessionState } from '../schemas/sessionState';
import { seenFiles } from '../seenFiles';
import { usable } from '../stateFiles';
import { describeError, UserError } from '../support/errors';
import { type Message, msg } from '../support/message';
import type { Workplace } from '../workplace';
import type { Check } from './checks';
import { checkpoint, type InRepository } from './checkpoint';
import { obstacleTo } from './obstacle';
import { isOnRemote } from './push';
import { withSaveLock } from './saveLock';
import { recordUndo } from './undoRef';
import type { WipCommit } from './wipCommit';

export interface SaveRequest {
  readonly mode: 'quick' | 'sync' | 'full';
  /** The words of the commit; unless told, what is worked on. */
  readonly context?: string | undefined;
  /** New files go into the commit, too. */
  readonly untracked?: boolean | undefined;
  readonly allowSecrets?: boolean | undefined;
  /** A person agreed to push to the default branch. */
  readonly pushDefaultBranch?: boolean | undefined;
  readonly given?: GivenState | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told what is being done now. */
  readonly tell?: ((step: Message) => void) | undefined;
}

export interface SaveWarning {
  readonly message: Message;
  /** The option of the command line that goes further; an editor has its own way. */
  readonly option?: string | undefined;
}

export interface SaveReport {
  readonly mode: SaveRequest['mode'];
  readonly commit: string | null;
  readonly subject: string | null;
  /** How many files the commit holds. */
  readonly fileCount: number;
  readonly pushed: boolean;
  readonly state: SessionState;
  readonly checks: readonly Check[];
  readonly warnings: readonly SaveWarning[];
  /** What another program said about a failure. */
  readonly detail: string | undefined;
  /** False when the commit or the push that was asked for was not made. */
  readonly done: boolean;
  readonly quarantined: string | undefined;
}

export async function saveSession(place: Workplace, request: SaveRequest): Promise<SaveReport> {
  const saved = await withSaveLock(
    place,
    async (waited) => saveLocally(waited ? await lookAgain(place) : place, request),
    request.signal,
  );
  // Outside of the lock: a push may take its time, and others may save meanwhile.
  return request.mode === 'quick'
    ? saved.report
    : (await import('./publish')).publish(place, request, saved);
}

/** Whoever had the lock has changed what was seen before. */
async function lookAgain(place: Workplace): Promise<Workplace> {
  await place.status().catch(() => undefined);
  return { ...place, state: (await usable(place.sessionState)) ?? place.state };
}

export interface SavedLocally {
  readonly report: SaveReport;
  readonly status: GitStatus | undefined;
  readonly change: OpenSpecChange | undefined;
}

async function saveLocally(place: Workplace, request: SaveRequest): Promise<SavedLocally> {
  const { repository, git, root, paths } = place;
  const given = request.given ?? {};
  const status = repository && (await place.status());
  const obstacle = obstacleTo(place, status);
  // One that came with the repository is shown, but its words are not used.
  const isForeign = await isTracked(git, repository, relativePath(root, paths.sessionState));
  const known = isForeign ? { ...place, state: null } : place;
  const change = currentChange(known, given, status?.branch ?? null);
  const made =
    status && !obstacle ? await checkpoint({ ...known, repository }, request, status) : undefined;
  const commit = made?.commit?.id ?? status?.commit ?? null;
  const branch = status?.branch ?? (repository ? rebasedBranch(repository) : null);
  // git and we write at the same time.
  const remembered =
    made?.commit && repository ? rememberUndo({ ...place, repository }, made.commit) : undefined;
  const { open: blockers } = await followConflicts(place, status?.unmerged ?? []);
  const { value, quarantined } = await writeState(
    place,
    {
      mode: request.mode,
      now: place.now(),
      branch,
      commit,
      pushed: made?.commit === undefined && isOnRemote(repository, status),
      change,
      blockers,
      modifiedFiles: modifiedFiles(known, made?.files ?? []),
      savedBy: place.host,
      given: { ...given, workingOn: given.workingOn ?? firstWords(known, request) },
    },
    made?.commit,
  );
  const warnings = [
    ...(obstacle ? [{ message: obstacle }] : []),
    ...(made?.warnings ?? []),
    ...((await remembered) ?? []),
    ...integrityViolations(value).map(({ message }) => ({
      message: msg('The saved state needs repair: {0} "Load" offers to.', message),
    })),
  ];
  return {
    status,
    change,
    report: {
      mode: request.mode,
      commit: made?.commit?.id ?? null,
      subject: made?.commit?.subject ?? null,
      fileCount: made?.commit ? made.files.length : 0,
      pushed: value.git_pushed ?? false,
      state: value,
      checks: [],
      warnings,
      detail: undefined,
      done: !obstacle,
      quarantined,
    },
  };
}

/** What was said about this checkpoint, where nothing says yet what is worked on. */
function firstWords({ state }: Workplace, { context }: SaveRequest): string | undefined {
  return state?.working_on ? undefined : context;
}

/** The change the state names, else the only one that is open, else the one the branch names. */
function currentChange(
  { root, state }: Workplace,
  { openspec }: GivenState,
  branch: string | null,
): OpenSpecChange | undefined {
  if (openspec !== undefined) {
    return changeNamed(root, openspec);
  }
  if (state?.openspec) {
    return findChange(root, state.openspec);
  }
  const open = activeChanges(root);
  const fits = open.filter(({ name }) => branch?.includes(name));
  return open.length === 1 ? open[0] : fits.length === 1 ? fits[0] : undefined;
}

const mostModifiedFiles = 200;

function modifiedFiles({ root, state }: Workplace, files: readonly string[]): string[] {
  const all = new Set([...files, ...(state?.modified_files ?? [])]);
  return seenFiles(root, [...all]).present.slice(0, mostModifiedFiles);
}

async function rememberUndo(
  { git, repository, logger }: InRepository,
  made: WipCommit,
): Promise<SaveWarning[]> {
  try {
    await recordUndo(git, repository, made.id, made.before);
    return [];
  } catch (error) {
    logger.warn(`The undo of ${made.id} was not recorded: ${describeError(error)}`);
    return [
      { message: msg('This save cannot be taken back by Baton; git refused to record how.') },
    ];
  }
}

export async function writeState(
  place: Workplace,
  facts: SavedFacts,
  made?: WipCommit,
): Promise<{ value: SessionState; quarantined?: string | undefined }> {
  try {
    return await place.sessionState.update((before) =>
      savedState(facts, before ?? place.state ?? undefined),
    );
  } catch (error) {
    if (made && UserError.is(error)) {
      throw new UserError(
        error.reason,
        msg(
          'The checkpoint {0} was committed, but the state was not saved: {1}',
          made.id.slice(0, 7),
          error.text,
        ),
      );
    }
    throw error;
  }
}
