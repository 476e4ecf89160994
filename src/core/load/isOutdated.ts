// Whether what a load found still speaks of what is there. Pure.

import { integrityViolations } from '../protocol/integrity';
import type { Snapshot } from '../snapshot';
import type { LoadReport } from './loadReport';

/** A task that is ticked or a decision more changes nothing about the findings. */
export function isOutdated(loaded: Snapshot, now: Snapshot): boolean {
  return compared(loaded) !== compared(now);
}

/** What a load looks at, as far as a snapshot knows it. */
function compared({ head, state, blockers }: Snapshot): string {
  return JSON.stringify([
    head,
    blockers,
    state && [
      state.git_branch,
      state.git_commit,
      state.openspec,
      state.modified_files,
      integrityViolations(state),
    ],
  ]);
}

/** Time enough for a look elsewhere to have changed something, and for git to be cheap. */
const restMilliseconds = 30_000;

export interface ShownFindings {
  readonly report: LoadReport | undefined;
  /** When they were found. */
  readonly at: number;
  readonly now: number;
}

/** Whoever comes back to the window may have dealt with findings elsewhere, which no file tells. */
export function isWorthAnotherLook({ report, at, now }: ShownFindings): boolean {
  const isShown = report?.findings.some(({ code }) => code !== 'ALL_VALID') ?? false;
  return isShown && now - at >= restMilliseconds;
}
