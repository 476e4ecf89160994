// The decisions log of a project: who appends gets the next number, under the lock.

import path from 'node:path';
import {
  formatDecision,
  isInDecisions,
  type NewDecision,
  newDecisionSchema,
} from './documents/decisionEntry';
import type { ProjectPaths } from './projectPaths';
import { createAppendLog } from './stores/appendLog';
import type { LockOptions } from './stores/lock';

export interface AppendedDecision {
  /** `D12`; undefined while it waits for the lock that somebody else holds. */
  readonly id: string | undefined;
}

export async function appendDecision(
  { paths, now }: { readonly paths: ProjectPaths; readonly now: () => Date },
  decision: NewDecision,
  options?: LockOptions,
): Promise<AppendedDecision> {
  const log = createAppendLog<NewDecision>({
    path: paths.decisions,
    within: paths.root,
    lockDirectory: path.join(paths.locks, 'decisions.md'),
    waitingDirectory: path.join(paths.state, 'waiting', 'decisions'),
    format: formatDecision,
    parse: (json) => newDecisionSchema.safeParse(json).data,
    isThere: isInDecisions,
    now,
  });
  const { text } = await log.append(decision, options);
  return { id: text && /\] (D\d+):/.exec(text)?.[1] };
}
