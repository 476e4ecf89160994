// The state of a session that begins now. Pure; the store writes it.

import type { Head } from '../git/repository';
import type { SessionState } from '../schemas/sessionState';

export interface NewSession {
  readonly workingOn: string;
  readonly head: Head | undefined;
  readonly now: Date;
}

/** Fields that Baton does not know and blockers that are still open stay from the one before. */
export function newSessionState(
  { workingOn, head, now }: NewSession,
  before: SessionState | undefined,
): SessionState {
  return {
    ...before,
    mode: 'quick',
    saved_at: now.toISOString(),
    git_branch: head?.branch ?? null,
    git_commit: head?.commit?.slice(0, 7) ?? null,
    git_pushed: false,
    openspec: null,
    openspec_status: null,
    working_on: workingOn,
    next_steps: [],
    blocker: before?.blocker ?? null,
    completed_tasks: [],
    pending_tasks: [],
    task_progress: { completed: 0, total: 0, percentage: 0 },
    modified_files: [],
  };
}
