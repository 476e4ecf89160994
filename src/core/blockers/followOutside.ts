// Looks at what no command line in this project tells: unmerged paths, CI, reviews.

import { latestRun } from '../github/latestRun';
import { recoveryAgents, severities } from '../detection/blockers/blockerWords';
import type { Message } from '../support/message';
import type { Workplace } from '../workplace';
import { followConflicts } from './followConflicts';
import {
  type Change,
  type Followed,
  ghSilent,
  isOver,
  noBranch,
  noChange,
  standsFor,
} from './followed';
import { followPullRequest, followVerdicts } from './followReviews';

export interface FollowOptions {
  readonly ci?: boolean;
  readonly review?: boolean;
}

export interface FollowReport extends Change {
  /** What could not be looked at, and why. */
  readonly skipped: readonly Message[];
}

export async function followOutside(
  place: Workplace,
  { ci = false, review = false }: FollowOptions,
  signal?: AbortSignal,
): Promise<FollowReport> {
  const status = place.repository && (await place.status());
  const branch = status?.branch ?? undefined;
  const followed: Followed[] = [
    status ? await followConflicts(place, status.unmerged) : noChange,
    ci ? await followCi(place, branch, signal) : noChange,
    review ? await followVerdicts(place) : noChange,
    review ? await followPullRequest(place, branch, signal) : noChange,
  ];
  return {
    opened: followed.flatMap(({ opened }) => opened),
    closed: followed.flatMap(({ closed }) => closed),
    skipped: followed.flatMap(({ skipped }) => skipped ?? []),
  };
}

/** A cancelled run proves as little as a failed one; one that waits for somebody is no failure. */
const failures = ['failure', 'cancelled', 'timed_out', 'startup_failure'];

async function followCi(
  place: Workplace,
  branch: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Followed> {
  if (branch === undefined) {
    return { ...noChange, skipped: noBranch };
  }
  const asked = await latestRun({ root: place.root, env: place.env, signal }, branch);
  if (asked.kind !== 'answered') {
    return { ...noChange, skipped: ghSilent(asked) };
  }
  const { run } = asked;
  const key = `ci: ${branch}`;
  if (run?.status !== 'completed') {
    return noChange;
  }
  if (run.conclusion === 'success') {
    return isOver(
      place,
      ({ type, command_key: of, evidence }) =>
        type === 'ci_failure' && (of === key || evidence?.source !== 'ci'),
      `CI passed on ${branch}`,
    );
  }
  if (!failures.includes(run.conclusion)) {
    return noChange;
  }
  const where = [run.workflow, run.headSha?.slice(0, 7), run.url].filter(Boolean).join(' ');
  return standsFor(place, {
    type: 'ci_failure',
    severity: run.conclusion === 'cancelled' ? 'medium' : severities.ci_failure,
    description: `CI fails on ${branch}: ${[run.workflow, run.conclusion].filter(Boolean).join(' ')}`,
    error_pattern: `conclusion: ${run.conclusion}`,
    resolution: 'See "gh run view --log-failed", fix the cause and push',
    recovery_agent: recoveryAgents.ci_failure,
    command_key: key,
    evidence: {
      command: `gh run list --limit 1 --json status,conclusion --branch ${branch}`,
      line: `${run.conclusion} ${where}`.trim(),
      exit_code: null,
      source: 'ci',
    },
  });
}
