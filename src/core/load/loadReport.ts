// What a load finds, as values: hosts show them, and each action is a function of core.

import type { OpenSpecChange } from '../openSpec';
import type { SessionState } from '../schemas/sessionState';
import type { Message } from '../support/message';

export const actionIds = [
  'switch-branch',
  'continue-here',
  'start-new',
  'commit',
  'stash',
  'solve-blocker',
  'restore-backup',
] as const;
export type ActionId = (typeof actionIds)[number];

export interface Action {
  readonly id: ActionId;
  /** What it does here, with names: "Switch to feature/user-auth". */
  readonly title: Message;
}

export type FindingCode =
  | 'ALL_VALID'
  | 'BRANCH_MISMATCH'
  | 'COMMIT_MISMATCH'
  | 'UNCOMMITTED_CHANGES'
  | 'OPENSPEC_NOT_FOUND'
  | 'PROPOSAL_MISSING'
  | 'FILE_MISSING'
  | 'BLOCKER_EXISTS'
  | 'INTEGRITY_ERROR';

export interface Finding {
  readonly code: FindingCode;
  /** An error keeps the session from being restored. */
  readonly severity: 'error' | 'warning' | 'info';
  readonly detail: Message;
  /** Said below it, one line each. */
  readonly points?: readonly Message[];
  readonly actions: readonly Action[];
}

export interface LoadReport {
  readonly status: 'restored' | 'new' | 'recovery_failed';
  readonly findings: readonly Finding[];
  readonly state: SessionState | null;
  /** The OpenSpec change that the state names, when it is there. */
  readonly change: OpenSpecChange | undefined;
  /** What is worth knowing but stands in no way. */
  readonly warnings: readonly Message[];
  /** The state came with the repository: it is shown to people, never told to agents. */
  readonly isForeign: boolean;
  /** Whether it was to go on without asking. */
  readonly resumed: boolean;
  /** What was done without asking, and at a resume what to go on with. */
  readonly did: readonly Message[];
  /** Where there is no session: work that was left in the middle. */
  readonly interrupted: readonly InterruptedWork[];
}

export interface InterruptedWork {
  readonly kind: 'openspec' | 'branch';
  /** The id of the change, or the name of the branch. */
  readonly id: string;
  readonly title: string;
  /** "3/8 tasks", "checkpoint of 2026-01-15 14:30" */
  readonly detail: Message;
}

export interface ActionReport {
  readonly action: ActionId;
  /** What was done, and what comes next. */
  readonly message: Message;
  /** What is worth knowing about it, such as where a copy of a broken file is. */
  readonly warnings: readonly Message[];
}
