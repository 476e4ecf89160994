// What an attempt to recover came to. It is counted when it starts, so that one which is killed
// counts too.

import { isSame, newBlockerId, toClosed, withClosed, withOpen } from '../protocol/blockerChanges';
import type { RunVerdict } from '../detection/blockers/runVerdict';
import { recoveryAttempts } from '../protocol/recoveryAttempts';
import type { Blocker, BlockersFile, ClosedBlocker } from '../schemas/blocker';
import { UserError } from '../support/errors';
import { shortLine } from '../support/plainText';
import type { QuietPlace } from '../workplace';
import { changeBlockers, currentBlockers, type Decided } from './blockersFile';
import { noAttemptsLeft } from './recoveryPlan';
import { safeCommand, safeText } from './safeBlocker';
import { blockerNamed } from './solveBlocker';

interface Attempt {
  /** What was tried: the name of an agent, or a command. */
  readonly by: string;
  /** What was run again, where that is not the command that failed. */
  readonly command?: string | undefined;
}

export type RecoveryEnd = 'passed' | 'failed' | 'unclear' | 'not-rerun' | 'stopped';

/**
 * `started` before anything runs; then what the failed command did when it was run again, which its
 * verdict says better than an exit code. Without a start, the end counts the attempt.
 */
export type RecoveryOutcome =
  | (Attempt & { readonly kind: 'started' | RecoveryEnd })
  | (Attempt & { readonly kind: 'reran'; readonly verdict: Pick<RunVerdict, 'kind'> });

type Told = Attempt & { readonly kind: 'started' | RecoveryEnd };

const started = 'started: ';

export async function recordRecovery(
  place: QuietPlace,
  id: string,
  told: RecoveryOutcome,
): Promise<Blocker | ClosedBlocker> {
  const outcome = told.kind === 'reran' ? { ...told, kind: told.verdict.kind } : told;
  return changeBlockers<Blocker | ClosedBlocker>(place, (open, file) => {
    const already = file?.closed?.findLast((each) => each.id === id);
    // A terminal that is watched may have seen the command pass before its end is told here.
    if (already && !open.some((each) => each.id === id)) {
      return inHistory(file, already, outcome);
    }
    const before = blockerNamed(open, id);
    const at = place.now();
    const next = attempted({ ...before, id: before.id ?? newBlockerId(at) }, outcome);
    if (outcome.kind !== 'passed') {
      return { file: withOpen(file, next, before), result: next, before: [before] };
    }
    const closed = toClosed(next, { at, by: `${commandOf(before, outcome)} passed` });
    return {
      file: withClosed(withOpen(file, next, before), [closed]),
      result: closed,
      before: [before],
    };
  });
}

function inHistory(
  file: BlockersFile | undefined,
  closed: ClosedBlocker,
  outcome: Told,
): Decided<ClosedBlocker> {
  const next = attempted(closed, outcome);
  const history = (file?.closed ?? []).map((each) => (isSame(each, closed) ? next : each));
  return { file: { ...file, closed: history }, result: next };
}

function attempted<T extends Blocker>(blocker: T, outcome: Told): T {
  const { used, most } = recoveryAttempts(blocker);
  const isRunning = isStarted(blocker);
  if (outcome.kind === 'started' && used >= most) {
    throw new UserError('no-attempts-left', noAttemptsLeft(used));
  }
  const isEnd = outcome.kind !== 'started' && isRunning;
  // A person who calls it off has not tried it.
  const counted = outcome.kind === 'stopped' ? (isRunning ? -1 : 0) : isEnd ? 0 : 1;
  return {
    ...blocker,
    recovery_attempted: Math.max(0, used + counted),
    recovery_outcome: inWords(blocker, outcome),
  };
}

export function isStarted({ recovery_outcome }: Blocker): boolean {
  return recovery_outcome?.startsWith(started) ?? false;
}

/** Its attempt stays counted: nobody knows how far it came. */
export async function recordInterrupted(place: QuietPlace): Promise<void> {
  if (!(await currentBlockers(place)).some(isStarted)) {
    return;
  }
  await changeBlockers(place, (open, file) => {
    const before = open.filter(isStarted);
    const after = before.reduce<BlockersFile | undefined>((changed, each) => {
      const who = each.recovery_outcome?.slice(started.length) ?? '';
      return withOpen(changed, { ...each, recovery_outcome: `interrupted: ${who}` }, each);
    }, file);
    return { file: after ?? {}, result: undefined, before };
  });
}

/** In English, because files are. */
function inWords(blocker: Blocker, outcome: Told): string {
  const who = safeText(outcome.by);
  const command = commandOf(blocker, outcome);
  switch (outcome.kind) {
    case 'started':
      return `${started}${who}`;
    case 'passed':
      return `solved: ${command} passed after ${who}`;
    case 'failed':
      return `not solved: ${command} still fails after ${who}`;
    case 'unclear':
      return `whether ${command} passes after ${who} cannot be told`;
    case 'stopped':
      return `stopped: ${who}`;
    case 'not-rerun':
      return `${who} ended; the command was not run again`;
  }
}

function commandOf({ evidence }: Blocker, { command }: Told): string {
  return shortLine(safeCommand(command ?? evidence?.command ?? ''), 100) || 'the check';
}
