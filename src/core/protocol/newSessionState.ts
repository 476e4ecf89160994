// The state of a session that begins now. Pure; the store writes it.

import type { Head } from '../git/repository';
import { type OpenSpecChange, openSpecStatus } from '../openSpec';
import type { SessionState } from '../schemas/sessionState';
import { tasksOfChange } from './tasks';

export interface NewSession {
  readonly workingOn: string;
  readonly head: Head | undefined;
  /** The OpenSpec change that is worked on. */
  readonly change?: OpenSpecChange | undefined;
  readonly now: Date;
}

/** Fields that Baton does not know and blockers that are still open stay from the one before. */
export function newSessionState(
  { workingOn, head, change, now }: NewSession,
  before: SessionState | undefined,
): SessionState {
  return {
    ...before,
    mode: 'quick',
    saved_at: now.toISOString(),
    git_branch: head?.branch ?? null,
    git_commit: head?.commit?.slice(0, 7) ?? null,
    git_pushed: false,
    openspec: change?.id ?? null,
    openspec_status: change ? openSpecStatus(change) : null,
    working_on: workingOn,
    next_steps: [],
    blocker: before?.blocker ?? null,
    ...tasksOfChange(change ?? { tasks: [] }, undefined),
    modified_files: [],
  };
}
