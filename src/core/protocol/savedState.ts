// The state that a save writes, from what was there and what is so now. Pure; the store writes it.

import { type OpenSpecChange, openSpecStatus } from '../openSpec';
import type { Blocker } from '../schemas/blocker';
import type { SessionState, TaskProgress } from '../schemas/sessionState';
import { mirrorBlockers } from './blockerChanges';
import { progressFromLists, tasksOfChange, toProgress } from './tasks';

export interface SavedFacts {
  readonly mode: NonNullable<SessionState['mode']>;
  readonly now: Date;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly pushed: boolean;
  /** The change that is worked on, when it was found. */
  readonly change: OpenSpecChange | undefined;
  readonly blockers: readonly Blocker[];
  /** Files of this save, and of earlier ones, that are still there. */
  readonly modifiedFiles: readonly string[];
  readonly savedBy: string;
  /** What the person said at this save. */
  readonly given: GivenState;
}

export interface GivenState {
  readonly workingOn?: string | undefined;
  readonly openspec?: string | undefined;
  readonly nextSteps?: readonly string[] | undefined;
  readonly progress?: { readonly completed: number; readonly total: number } | undefined;
}

export function savedState(facts: SavedFacts, saved: SessionState | undefined): SessionState {
  const { given, change } = facts;
  const before = withOtherChange(saved, given.openspec);
  const tasks = taskFields(facts, before);
  const state: SessionState = {
    ...before,
    mode: facts.mode,
    saved_at: facts.now.toISOString(),
    git_branch: facts.branch,
    git_commit: facts.commit?.slice(0, 7) ?? null,
    git_pushed: facts.pushed,
    openspec: given.openspec ?? before?.openspec ?? (change && numberOf(change)) ?? null,
    openspec_status: statusOf(change, before),
    working_on: given.workingOn ?? before?.working_on ?? '',
    next_steps: [...(given.nextSteps ?? before?.next_steps ?? [])],
    blocker: null,
    ...tasks,
    modified_files: [...facts.modifiedFiles],
    saved_by: facts.savedBy,
  };
  return mirrorBlockers(state, facts.blockers);
}

/** Tasks and progress of one change say nothing about another. */
function withOtherChange(
  saved: SessionState | undefined,
  openspec: string | undefined,
): SessionState | undefined {
  return openspec === undefined || openspec === saved?.openspec
    ? saved
    : {
        ...saved,
        openspec_status: null,
        completed_tasks: [],
        pending_tasks: [],
        task_progress: null,
      };
}

/** By its number where its name begins with one, as people speak of it. */
function numberOf({ name }: OpenSpecChange): string {
  return /^\d+(?=-)/.exec(name)?.[0] ?? name;
}

/** OpenSpec is the truth about tasks; else what was given, else the lists. */
function taskFields({ change, given }: SavedFacts, before: SessionState | undefined) {
  if (change && change.tasks.length > 0) {
    return tasksOfChange(change, before?.task_progress);
  }
  const lists = {
    completed_tasks: before?.completed_tasks ?? [],
    pending_tasks: before?.pending_tasks ?? [],
  };
  const progress = given.progress
    ? toProgress(given.progress.completed, given.progress.total)
    : (explicitProgress(before) ?? progressFromLists(lists));
  return { ...lists, task_progress: { ...before?.task_progress, ...progress } };
}

/**
 * One that says more than the lists: lists of the same length are the newer truth, because whoever
 * ticks a task in them may forget the figures.
 */
function explicitProgress(before: SessionState | undefined): TaskProgress | undefined {
  const progress = before?.task_progress;
  if (!progress || progress.total === progressFromLists(before).total) {
    return undefined;
  }
  const { completed, total } = progress;
  const isSound = completed >= 0 && completed <= total;
  return isSound ? { ...progress, ...toProgress(completed, total) } : undefined;
}

/** Words of others ("IN_REVIEW") stay; ours follow the check boxes. */
function statusOf(
  change: OpenSpecChange | undefined,
  before: SessionState | undefined,
): string | null {
  const own = ['NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'ARCHIVED'];
  const current = before?.openspec_status ?? null;
  return change && (current === null || own.includes(current)) ? openSpecStatus(change) : current;
}
