// What CI says of a branch, workflow by workflow: each opens its own blocker and closes no other.

import { recoveryAgents, severities } from '../detection/blockers/blockerWords';
import { type CiRun, latestRuns } from '../github/latestRun';
import type { Blocker } from '../schemas/blocker';
import type { Workplace } from '../workplace';
import {
  type Change,
  type Followed,
  isOver,
  noChange,
  standsFor,
  unanswered,
  withoutBranch,
} from './followed';
import { safeKey } from './safeBlocker';

/** A cancelled run proves as little as a failed one; one that waits for somebody is no failure. */
const failures = ['failure', 'cancelled', 'timed_out', 'startup_failure'];

export async function followCi(
  place: Workplace,
  branch: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Followed> {
  if (branch === undefined) {
    return withoutBranch;
  }
  const asked = await latestRuns({ root: place.root, env: place.env, signal }, branch);
  if (asked.kind !== 'answered') {
    return unanswered(asked);
  }
  const changes: Change[] = [];
  for (const run of asked.runs) {
    changes.push(await followRun(place, branch, run));
  }
  // Those that a command line told of name no workflow: they are over when all are green.
  if (asked.runs.length > 0 && asked.runs.every(isGreen)) {
    const isUnnamed = ({ type, evidence }: Blocker) =>
      type === 'ci_failure' && evidence?.source !== 'ci';
    changes.push(await isOver(place, isUnnamed, `CI passed on ${branch}`));
  }
  return {
    opened: changes.flatMap(({ opened }) => opened),
    closed: changes.flatMap(({ closed }) => closed),
  };
}

async function followRun(place: Workplace, branch: string, run: CiRun): Promise<Change> {
  const key = safeKey(`ci: ${branch}: ${run.workflow}`);
  if (isGreen(run)) {
    const by = `CI passed on ${branch}: ${run.workflow}`;
    return isOver(place, ({ command_key: of }) => of === key, by);
  }
  return run.status === 'completed' && failures.includes(run.conclusion)
    ? standsFor(place, ciBlocker(branch, run, key))
    : noChange;
}

function isGreen({ status, conclusion }: CiRun): boolean {
  return status === 'completed' && conclusion === 'success';
}

function ciBlocker(branch: string, run: CiRun, key: string): Blocker {
  const where = [run.workflow, run.headSha?.slice(0, 7), run.url].filter(Boolean).join(' ');
  return {
    type: 'ci_failure',
    severity: run.conclusion === 'cancelled' ? 'medium' : severities.ci_failure,
    description: `CI fails on ${branch}: ${[run.workflow, run.conclusion].filter(Boolean).join(' ')}`,
    error_pattern: `conclusion: ${run.conclusion}`,
    resolution: 'See "gh run view --log-failed", fix the cause and push',
    recovery_agent: recoveryAgents.ci_failure,
    command_key: key,
    evidence: {
      command: `gh run list --json status,conclusion --branch ${branch}`,
      line: `${run.conclusion} ${where}`.trim(),
      exit_code: null,
      source: 'ci',
      workflow: run.workflow,
    },
  };
}
