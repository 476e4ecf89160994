// What a session is at a moment, from what is known of it. Pure: sweeps, lists and views ask this.

import type { SessionStatus } from '../schemas/sessionStatuses';
import type { Liveness } from '../support/processIdentity';

/** All times in milliseconds since 1970. */
export interface SessionFacts {
  readonly heartbeat: number;
  /** The last tool call or prompt. */
  readonly lastActive: number;
  /** Of the agent's process; unknown where there is none, or it is on another machine. */
  readonly agent: Liveness;
  /** Its agent said so, or somebody ended it; also when it was taken for dead. */
  readonly endedAt?: number | undefined;
  readonly openQuestions: number;
  /** Its agent told that it waits for the user. */
  readonly isWaiting: boolean;
  /** Since when somebody sees that this heartbeat does not change. */
  readonly silence?: { readonly heartbeat: number; readonly since: number } | undefined;
}

export interface Judgement {
  readonly status: SessionStatus;
  /** Only where it is terminated. */
  readonly terminatedAt?: number;
  /** Its heartbeat is overdue, which counts when it still is a minute after somebody noted it. */
  readonly isSilent: boolean;
}

const minute = 60_000;
export const idleAfterMs = 2 * minute;
export const silentAfterMs = 5 * minute;
export const removedAfterMs = 60 * minute;
/** Two heartbeats. */
export const confirmedAfterMs = minute;
/** Hooks of one moment run side by side: one that touches the heartbeat may do so after the last. */
const returnsAfterMs = 2_000;

export function judgeSession(facts: SessionFacts, now: number): Judgement {
  const { agent, endedAt, heartbeat } = facts;
  const isSilent = agent !== 'alive' && Math.abs(now - heartbeat) >= silentAfterMs;
  const terminatedAt =
    agent === 'alive'
      ? undefined
      : endedAt !== undefined && heartbeat <= endedAt + returnsAfterMs
        ? endedAt
        : isSilent
          ? silentSince(facts, now)
          : undefined;
  return terminatedAt === undefined
    ? { status: livingStatus(facts, now), isSilent }
    : { status: 'terminated', terminatedAt, isSilent };
}

export function isRemovable({ terminatedAt }: Judgement, now: number): boolean {
  return terminatedAt !== undefined && now - terminatedAt >= removedAfterMs;
}

/**
 * Whose process is gone is gone. Of any other, an old heartbeat may only mean that the machine slept
 * or its clock was set, and the next one is under way: it has to be seen unchanged for a while.
 */
function silentSince({ agent, heartbeat, silence }: SessionFacts, now: number): number | undefined {
  if (agent === 'dead' && now >= heartbeat) {
    return heartbeat + silentAfterMs;
  }
  const isSame = silence?.heartbeat === heartbeat && now >= silence.since;
  return isSame && now - silence.since >= confirmedAfterMs
    ? silence.since + confirmedAfterMs
    : undefined;
}

function livingStatus(
  { openQuestions, isWaiting, lastActive }: SessionFacts,
  now: number,
): SessionStatus {
  if (openQuestions > 0 || isWaiting) {
    return 'waiting';
  }
  return now - lastActive >= idleAfterMs ? 'idle' : 'active';
}
