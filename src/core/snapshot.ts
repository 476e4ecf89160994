// Everything Baton knows about a project at one moment. Hosts show it; nothing changes it.

import type { AgentContext } from './context/agentContext';
import type { PlacedBuffer } from './documents/buffer';
import type { DecisionMention } from './documents/decisionLinks';
import type { Operation } from './git/operation';
import type { Head } from './git/repository';
import type { Archive } from './handover/archiveList';
import type { OpenSpecChange } from './openSpec';
import type { ProjectPaths } from './projectPaths';
import { progressFromLists, toProgress } from './protocol/tasks';
import type { Blocker, ClosedBlocker } from './schemas/blocker';
import type { Delivery } from './schemas/delivery';
import type { Decision, SessionDocument } from './schemas/handover';
import type { SessionMeta } from './schemas/liveSession';
import type { Problem } from './schemas/problem';
import type { LiveSession } from './sessions/liveSessions';
import type { SessionContext } from './schemas/sessionContext';
import type { SessionState, TaskProgress } from './schemas/sessionState';

export interface Snapshot {
  readonly root: string;
  readonly paths: ProjectPaths;
  /** undefined when the folder is not inside a git repository. */
  readonly head: Head | undefined;
  /** What git is in the middle of. */
  readonly operation: Operation | undefined;
  /** Whether there is a `.claude` folder at all. */
  readonly folder: 'present' | 'missing';
  readonly hasRoadmap: boolean;
  readonly state: SessionState | null;
  /** The OpenSpec change that the state names, when it is there. */
  readonly openSpec: OpenSpecChange | undefined;
  readonly context: SessionContext | null;
  readonly handover: Handover | null;
  /** Where it names decisions. */
  readonly mentions: readonly DecisionMention[];
  /** Handovers before this one, the newest first. */
  readonly archives: readonly Archive[];
  readonly decisions: readonly Decision[];
  /** What was learned and is not kept yet. */
  readonly buffer: PlacedBuffer | null;
  /** The open ones, most severe first, then the oldest. */
  readonly blockers: readonly Blocker[];
  /** Their history, the newest first. */
  readonly closedBlockers: readonly ClosedBlocker[];
  readonly sessions: readonly SessionMeta[];
  /** The same ones, those of this folder, with what each is, asks and tells now. */
  readonly live: readonly LiveSession[];
  /** Of the agent sessions that were saved last. */
  readonly contexts: readonly AgentContext[];
  /** What was put into agent sessions, the newest first. */
  readonly deliveries: readonly Delivery[];
  readonly problems: readonly Problem[];
  /** Those of the main working tree, when this worktree has no state of its own yet. */
  readonly sharedFrom: ProjectPaths | undefined;
}

export interface Handover extends SessionDocument {
  /** Relative to the root. */
  readonly path: string;
}

export function isEmpty(snapshot: Snapshot): boolean {
  return (
    !snapshot.state &&
    !snapshot.context &&
    !snapshot.handover &&
    snapshot.archives.length === 0 &&
    snapshot.decisions.length === 0 &&
    snapshot.blockers.length === 0 &&
    snapshot.problems.length === 0
  );
}

/**
 * What OpenSpec's boxes say, else what was saved, else what the task lists say; undefined when
 * there are no tasks.
 */
export function progressOf({
  state,
  openSpec,
}: Pick<Snapshot, 'state' | 'openSpec'>): TaskProgress | undefined {
  if (openSpec && openSpec.tasks.length > 0) {
    return toProgress(openSpec.tasks.filter(({ done }) => done).length, openSpec.tasks.length);
  }
  const progress = state?.task_progress ?? progressFromLists(state);
  return progress.total > 0 ? progress : undefined;
}
