// Which steps of a long list are kept: what is at hand, what comes next and what was done last. What was
// done longest ago and what is furthest away only count.

import type { AgentTask } from './transcriptEvent';

type Status = AgentTask['status'];
export type StepCounts = Record<Status, number>;

/** However much is still to do, these are kept of what is done. */
const lastDone = 10;

export function fittingSteps<T extends { readonly status: Status }>(
  steps: readonly T[],
  most: number,
): { kept: T[]; gone: StepCounts } {
  const gone = noSteps();
  if (steps.length <= most) {
    return { kept: [...steps], gone };
  }
  const all = countsOf(steps);
  const done = Math.min(all.done, Math.max(lastDone, most - all.current - all.pending));
  const current = Math.min(all.current, most - done);
  const room: StepCounts = { done, current, pending: most - done - current };
  const seen = noSteps();
  const kept = steps.filter(({ status }) => {
    const index = seen[status]++;
    const fits = status === 'done' ? index >= all.done - done : index < room[status];
    gone[status] += fits ? 0 : 1;
    return fits;
  });
  return { kept, gone };
}

export function noSteps(): StepCounts {
  return { done: 0, current: 0, pending: 0 };
}

export function countsOf(steps: readonly { readonly status: Status }[]): StepCounts {
  const counts = noSteps();
  for (const { status } of steps) {
    counts[status]++;
  }
  return counts;
}

export function sumOf(a: StepCounts, b: StepCounts): StepCounts {
  return {
    done: a.done + b.done,
    current: a.current + b.current,
    pending: a.pending + b.pending,
  };
}
