// The decisions log of a project: who appends gets the next number, under the lock.

import path from 'node:path';
import {
  formatDecision,
  isInDecisions,
  type NewDecision,
  newDecisionSchema,
} from './documents/decisionEntry';
import { decisionReferences } from './documents/decisionReferences';
import { parseDecisions } from './documents/decisions';
import type { ProjectPaths } from './projectPaths';
import { createAppendLog } from './stores/appendLog';
import { readFileWithin } from './stores/fileWithin';
import type { LockOptions } from './stores/lock';
import { UserError } from './support/errors';
import { msg } from './support/message';

export interface AppendedDecision {
  /** `D12`; undefined while it waits for the lock that somebody else holds. */
  readonly id: string | undefined;
  /** The line before it that had no end; it was given one, and nothing was removed. */
  readonly tornTail?: { readonly line: number };
}

export async function appendDecision(
  { paths, now }: { readonly paths: ProjectPaths; readonly now: () => Date },
  decision: NewDecision,
  options?: LockOptions,
): Promise<AppendedDecision> {
  checkSuperseded(paths, decision.supersedes);
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
  const { text, ...torn } = await log.append(decision, options);
  return { id: text && /\] (D\d+):/.exec(text)?.[1], ...torn };
}

/** Before the lock is taken: what is in the log stays there. */
function checkSuperseded({ decisions, root }: ProjectPaths, supersedes: string | undefined): void {
  const named = supersedes?.trim() ? decisionReferences(supersedes.toUpperCase()) : [];
  if (!supersedes?.trim()) {
    return;
  }
  const seen = readFileWithin(decisions, root);
  const there = new Set(
    seen.kind === 'ok'
      ? parseDecisions(seen.bytes.toString('utf8')).decisions.map(({ id }) => id)
      : [],
  );
  const unknown =
    named.find(({ id }) => !there.has(id))?.id ?? (named.length > 0 ? '' : supersedes);
  if (unknown !== '') {
    throw new UserError(
      'no-such-decision',
      msg(
        'There is no decision {0} that this one could supersede. See "baton decision list".',
        unknown,
      ),
    );
  }
}
