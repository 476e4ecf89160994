// Tries to recover from a blocker: runs what is configured for its type, then the command that failed,
// and writes down what came of it. Only what the plan allows is run.

import path from 'node:path';
import { ecosystems } from '../detection/blockers/ecosystems';
import { isHarmlessLine } from '../detection/blockers/harmlessLine';
import type { RunVerdict } from '../detection/blockers/runVerdict';
import type { Blocker, ClosedBlocker } from '../schemas/blocker';
import { withLock } from '../stores/lock';
import { UserError } from '../support/errors';
import { type Message, msg } from '../support/message';
import { shortLine } from '../support/plainText';
import type { Ended } from '../support/runProcess';
import type { QuietPlace } from '../workplace';
import { currentBlockers } from './blockersFile';
import { createProcessRunner, type ProcessRunnerOptions } from './processRunner';
import { isStarted, recordInterrupted, recordRecovery, type RecoveryEnd } from './recordRecovery';
import { recoveryPlan, type RecoveryPlan, type Rerun } from './recoveryPlan';
import { nameOf, type RecoveryStep } from './recoveryStep';

/** Where the steps are run; when and which is decided here. */
export interface RecoveryRunner {
  runStep(step: RecoveryStep, cwd: string): Promise<Ended>;
  runAgain(rerun: Rerun): Promise<Reran>;
}

export interface Reran {
  readonly ended: Ended;
  /** What its output proves, together with its exit code: a pipe hides that. */
  readonly verdict: Pick<RunVerdict, 'kind'>;
}

export interface RecoveryOptions extends ProcessRunnerOptions {
  /** Child processes, unless told. */
  readonly runner?: RecoveryRunner | undefined;
  /** What a person has read and allowed: this and nothing else is run. */
  readonly allowed?: RecoveryPlan | undefined;
  /** A command that a person typed here and now, for one that Baton has not seen run. */
  readonly typed?: string | undefined;
  /**
   * Nobody is asked: only where the command that failed may be run again to prove it, and does
   * nothing lasting.
   */
  readonly isUnasked?: boolean | undefined;
}

export interface RecoveryReport {
  readonly plan: RecoveryPlan;
  /** What was run, in this order, and how it ended. */
  readonly ran: readonly RanStep[];
  readonly outcome: RecoveryEnd | undefined;
  readonly blocker: Blocker | ClosedBlocker;
  /** Why nothing was run. */
  readonly refusal?: Message | undefined;
}

export interface RanStep {
  readonly what: string;
  /** null where it was ended by a signal or did not start. */
  readonly exitCode: number | null;
  readonly isMissing: boolean;
}

export async function runRecovery(
  place: QuietPlace,
  id: string,
  options: RecoveryOptions = {},
): Promise<RecoveryReport> {
  try {
    return await alone(place, () => recoverAlone(place, id, options));
  } catch (error) {
    throw UserError.is(error, 'lock-timeout')
      ? new UserError(
          'recovery-running',
          msg('Another process is recovering from a blocker of this project. Wait for it.'),
        )
      : error;
  }
}

/** Where nobody recovers any more, what was started and never ended was interrupted. */
export async function settleRecoveries(place: QuietPlace): Promise<void> {
  // Most windows open on projects where nothing was begun: they are left as they are.
  if (!(await currentBlockers(place)).some(isStarted)) {
    return;
  }
  try {
    await alone(place, () => recordInterrupted(place));
  } catch (error) {
    if (!UserError.is(error, 'lock-timeout')) {
      throw error;
    }
  }
}

function alone<T>(place: QuietPlace, body: () => Promise<T>): Promise<T> {
  return withLock(path.join(place.paths.locks, 'recovery'), body, { timeoutMs: 0 });
}

async function recoverAlone(
  place: QuietPlace,
  id: string,
  options: RecoveryOptions,
): Promise<RecoveryReport> {
  const plan = await recoveryPlan(place, id);
  assertAllowed(plan, options);
  const rerun = allowedRerun(plan, options);
  const refusal = plan.refusal ?? (options.isUnasked ? unproved(plan, rerun) : undefined);
  if (refusal) {
    return { plan, ran: [], outcome: undefined, blocker: plan.blocker, refusal };
  }
  const by = plan.steps.map(nameOf).join(', ') || 'running it again';
  const { id: counted = id } = await recordRecovery(place, id, { kind: 'started', by });
  const { ran, outcome } = await runSteps(plan, rerun, {
    ...options,
    runner: options.runner ?? createProcessRunner(place, options),
  });
  const command = rerun?.command;
  const blocker = await recordRecovery(place, counted, { kind: outcome, by, command });
  if (outcome === 'stopped') {
    throw new UserError('stopped', msg('It was stopped, and what it had started was ended.'));
  }
  return { plan, ran, outcome, blocker };
}

type Result = Pick<RecoveryReport, 'ran'> & { readonly outcome: RecoveryEnd };

/** Until the failed command passes. */
async function runSteps(
  plan: RecoveryPlan,
  rerun: Rerun | undefined,
  options: RecoveryOptions & { readonly runner: RecoveryRunner },
): Promise<Result> {
  const { runner } = options;
  const ran: RanStep[] = [];
  let outcome: Result['outcome'] = 'not-rerun';
  const prove = async () => {
    if (rerun && !isStopped(options)) {
      const { ended, verdict } = await runner.runAgain(rerun);
      ran.push(toRan(rerun.command, ended));
      // What was ended by hand has not failed by itself.
      outcome = ended.kind === 'stopped' ? 'unclear' : verdict.kind;
    }
    outcome = isStopped(options) ? 'stopped' : outcome;
    return outcome === 'passed' || outcome === 'stopped';
  };
  for (const step of plan.steps) {
    const ended = await runner.runStep(step, plan.cwd);
    ran.push(toRan(nameOf(step), ended));
    // What did not start has changed nothing.
    if (ended.kind !== 'missing' && (await prove())) {
      return { ran, outcome };
    }
  }
  if (ran.every(({ isMissing }) => isMissing)) {
    await prove();
  }
  return { ran, outcome };
}

function isStopped({ signal }: RecoveryOptions): boolean {
  return signal?.aborted === true;
}

/** Files change while a person reads: what they did not see is not run. */
function assertAllowed(plan: RecoveryPlan, { allowed }: RecoveryOptions): void {
  const whatRuns = ({ steps, rerun, cwd }: RecoveryPlan) =>
    JSON.stringify([steps, rerun?.command, rerun?.cwd, cwd]);
  if (allowed && !plan.refusal && whatRuns(allowed) !== whatRuns(plan)) {
    throw new UserError(
      'plan-changed',
      msg('What would run has changed meanwhile, so nothing was run. Look at it once more.'),
    );
  }
}

/** What a person typed or allowed is theirs; else only what was seen here. */
function allowedRerun(
  { rerun, cwd }: RecoveryPlan,
  { typed, allowed }: RecoveryOptions,
): Rerun | undefined {
  if (typed !== undefined) {
    return { command: typed, cwd, isKnown: true };
  }
  return rerun?.isKnown || allowed ? rerun : undefined;
}

/** Why the command may not be run while nobody looks. */
function unproved({ rerun }: RecoveryPlan, allowed: Rerun | undefined): Message | undefined {
  if (allowed) {
    return isHarmlessLine(allowed.command, ecosystems)
      ? undefined
      : msg(
          '"{0}" may do more than test, build, check or install, so it is left to you: "baton blocker recover".',
          shortLine(allowed.command, 100),
        );
  }
  return rerun
    ? msg(
        'Baton has not seen "{0}" run on this machine, so it is not run without being asked for.',
        shortLine(rerun.command, 100),
      )
    : msg('There is no command that would prove it solved.');
}

function toRan(what: string, ended: Ended): RanStep {
  return {
    what,
    exitCode: ended.kind === 'ended' ? ended.code : null,
    isMissing: ended.kind === 'missing',
  };
}
