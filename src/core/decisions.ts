// The decisions log of a project: who appends gets the next number, under the lock.

import path from 'node:path';
import {
  formatDecision,
  isInDecisions,
  type NewDecision,
  newDecisionSchema,
} from './documents/decisionEntry';
import { supersededIds } from './documents/decisionLinks';
import { parseDecisions } from './documents/decisions';
import type { ProjectPaths } from './projectPaths';
import { createAppendLog } from './stores/appendLog';
import { readFileWithin } from './stores/fileWithin';
import type { LockOptions } from './stores/lock';
import { UserError } from './support/errors';
import { msg } from './support/message';
import { shortLine } from './support/plainText';

/** Without a time it is that of the append, so that entries of several processes are in order. */
export type DecisionToAppend = Omit<NewDecision, 'at'> & Partial<Pick<NewDecision, 'at'>>;

export interface AppendedDecision {
  /** `D12`; undefined while it waits for the lock that somebody else holds. */
  readonly id: string | undefined;
  readonly at: string;
  /** The line before it that had no end; it was given one, and nothing was removed. */
  readonly tornTail?: { readonly line: number };
}

export async function appendDecision(
  { paths, now }: { readonly paths: ProjectPaths; readonly now: () => Date },
  decision: DecisionToAppend,
  options?: LockOptions,
): Promise<AppendedDecision> {
  checkSuperseded(paths, decision.supersedes?.trim());
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
  const { entry, text, tornTail } = await log.append(
    () => ({ ...decision, at: decision.at ?? now().toISOString() }),
    options,
  );
  const id = text && /\] (D\d+):/.exec(text)?.[1];
  return { id, at: entry.at, ...(tornTail && { tornTail }) };
}

/** Before the lock is taken: what is in the log stays there. */
function checkSuperseded({ decisions, root }: ProjectPaths, supersedes: string | undefined): void {
  if (!supersedes) {
    return;
  }
  const seen = readFileWithin(decisions, root);
  const text = seen.kind === 'ok' ? seen.bytes.toString('utf8') : '';
  const there = new Set(parseDecisions(text).decisions.map(({ id }) => id));
  const named = supersededIds(supersedes);
  const unknown = named.length === 0 ? supersedes : named.find((id) => !there.has(id));
  if (unknown !== undefined) {
    throw new UserError(
      'no-such-decision',
      msg(
        'There is no decision {0} that this one could supersede. See "baton decision list".',
        shortLine(unknown, 100),
      ),
    );
  }
}
