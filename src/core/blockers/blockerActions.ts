// What a project offers around blockers. Each action is loaded when it is asked for.

import type { Blocker, ClosedBlocker } from '../schemas/blocker';
import type { Lender } from '../workplace';
import type { FollowOptions, FollowReport } from './followOutside';
import type { ObservedRun, RunRecord } from './recordRun';
import type { RecoveryOutcome } from './recordRecovery';
import type { RecoveryPlan } from './recoveryPlan';
import type { BlockerReport } from './reportBlocker';
import type { RecoveryOptions, RecoveryReport } from './runRecovery';
import type { BlockerEdit, Solving } from './solveBlocker';

/** Ids are those of the blockers; for one without, its description. */
export interface BlockerActions {
  /** Opens, counts up or closes blockers by what a run of a command proves. Starts no git. */
  recordRun(run: ObservedRun): Promise<RunRecord>;
  reportBlocker(report: BlockerReport): Promise<Blocker>;
  /** The agent of that session says that it is not blocked. */
  unblockAgent(session: string): Promise<void>;
  solveBlocker(id: string, how?: Solving): Promise<ClosedBlocker>;
  editBlocker(id: string, changes: BlockerEdit): Promise<Blocker>;
  /** The ids among these that no window has told of yet; from now on they are told. */
  claimNotices(ids: readonly string[]): Promise<readonly string[]>;
  /** What recovery would run. Runs nothing but, where a file may be tracked, git. */
  recoveryPlan(id: string): Promise<RecoveryPlan>;
  /** Counts the attempt, and closes the blocker when the command passed. */
  recordRecovery(id: string, outcome: RecoveryOutcome): Promise<Blocker | ClosedBlocker>;
  /** Writes one that is over to decisions.md, as ESCALATION_RESOLVED. */
  recordSolution(id: string): Promise<void>;
  /** Runs what the plan says: here, or where a host lends a runner with terminals. */
  recover(id: string, how?: RecoveryOptions): Promise<RecoveryReport>;
  /** Says of attempts whose window or process is gone that they were interrupted. */
  settleRecoveries(): Promise<void>;
  /** Unmerged paths; if told, also CI and reviews by `gh` and verdicts.md. */
  followOutside(what: FollowOptions, signal?: AbortSignal): Promise<FollowReport>;
  /** Hooks and MCP may act here from now on: a person trusts it on this machine. */
  enableForAgents(): Promise<void>;
  /** `baton.recovery` of the user's own settings, for the command line and hooks. */
  mirrorRecoverySetting(recovery: unknown): Promise<void>;
}

export function blockerActions({ act, actQuietly }: Lender): BlockerActions {
  return {
    recordRun: (run) =>
      actQuietly(async (place) => (await import('./recordRun')).recordRun(place, run)),
    reportBlocker: (report) =>
      actQuietly(async (place) => (await import('./reportBlocker')).reportBlocker(place, report)),
    unblockAgent: (session) =>
      actQuietly(async (place) => (await import('./reportBlocker')).unblockAgent(place, session)),
    solveBlocker: (id, how) =>
      actQuietly(async (place) => (await import('./solveBlocker')).solveBlocker(place, id, how)),
    editBlocker: (id, changes) =>
      actQuietly(async (place) => (await import('./solveBlocker')).editBlocker(place, id, changes)),
    claimNotices: (ids) =>
      actQuietly(async (place) => (await import('./claimNotices')).claimNotices(place, ids)),
    recoveryPlan: (id) =>
      actQuietly(async (place) => (await import('./recoveryPlan')).recoveryPlan(place, id)),
    recordRecovery: (id, outcome) =>
      actQuietly(async (place) =>
        (await import('./recordRecovery')).recordRecovery(place, id, outcome),
      ),
    recordSolution: (id) =>
      actQuietly(async (place) => (await import('./resolvedEscalation')).recordSolution(place, id)),
    recover: (id, how) =>
      actQuietly(async (place) => (await import('./runRecovery')).runRecovery(place, id, how)),
    settleRecoveries: () =>
      actQuietly(async (place) => (await import('./runRecovery')).settleRecoveries(place)),
    followOutside: (what, signal) =>
      act(async (place) => (await import('./followOutside')).followOutside(place, what, signal)),
    enableForAgents: () =>
      act(async (place) => (await import('../enabledProjects')).enableProject(place), {
        writes: false,
      }),
    mirrorRecoverySetting: (recovery) =>
      actQuietly(async (place) =>
        (await import('../settings')).mirrorSetting(place, 'recovery', recovery),
      ),
  };
}
