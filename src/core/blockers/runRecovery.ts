// Tries to recover from a blocker: runs what is configured for its type, then the command that failed,
// and writes down what came of it. Only what the plan allows is run.

import path from 'node:path';
import { ecosystems } from '../detection/blockers/ecosystems';
import { isHarmlessLine } from '../detection/blockers/harmlessLine';
import { createRunScan } from '../detection/blockers/runScan';
import type { Blocker, ClosedBlocker } from '../schemas/blocker';
import { withLock } from '../stores/lock';
import { UserError } from '../support/errors';
import { type Message, msg } from '../support/message';
import { shortLine } from '../support/plainText';
import { type Ended, type ProcessOptions, runProcess } from '../support/runProcess';
import type { QuietPlace } from '../workplace';
import { recordRecovery, type RecoveryEnd } from './recordRecovery';
import { recordRun } from './recordRun';
import { recoveryPlan, type RecoveryPlan, type RecoveryStep, type Rerun } from './recoveryPlan';

export interface RecoveryOptions {
  /** The terminal is lent to the agent; else it works without one and asks nothing. */
  readonly isInteractive?: boolean | undefined;
  /** A command that a person typed here and now, for one that Baton has not seen run. */
  readonly typed?: string | undefined;
  /**
   * Nobody is asked: only where the command that failed may be run again to prove it, and does
   * nothing lasting.
   */
  readonly isUnasked?: boolean | undefined;
  readonly onOutput?: ((chunk: Buffer) => void) | undefined;
  /** Whether the terminal is lent at the moment: then Ctrl-C is for the agent. */
  readonly onLend?: ((isLent: boolean) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds of the clock: what runs then is ended. */
  readonly until?: number | undefined;
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

const minutes = 60_000;
const longestStep = 30 * minutes;
const longestRerun = 15 * minutes;

export async function runRecovery(
  place: QuietPlace,
  id: string,
  options: RecoveryOptions = {},
): Promise<RecoveryReport> {
  const folder = path.join(place.paths.locks, 'recovery');
  try {
    return await withLock(folder, () => recoverAlone(place, id, options), { timeoutMs: 0 });
  } catch (error) {
    throw UserError.is(error, 'lock-timeout')
      ? new UserError(
          'recovery-running',
          msg('Another process is recovering from a blocker of this project. Wait for it.'),
        )
      : error;
  }
}

async function recoverAlone(
  place: QuietPlace,
  id: string,
  options: RecoveryOptions,
): Promise<RecoveryReport> {
  const plan = await recoveryPlan(place, id);
  const rerun = allowedRerun(plan, options);
  const refusal = plan.refusal ?? (options.isUnasked ? unproved(plan, rerun) : undefined);
  if (refusal) {
    return { plan, ran: [], outcome: undefined, blocker: plan.blocker, refusal };
  }
  const by = plan.steps.map(nameOf).join(', ') || 'running it again';
  const { id: counted = id } = await recordRecovery(place, id, { kind: 'started', by });
  const { ran, outcome } = await runSteps(place, plan, rerun, options);
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
  place: QuietPlace,
  plan: RecoveryPlan,
  rerun: Rerun | undefined,
  options: RecoveryOptions,
): Promise<Result> {
  const ran: RanStep[] = [];
  let outcome: Result['outcome'] = 'not-rerun';
  const prove = async () => {
    if (rerun && !isStopped(options)) {
      const again = await runAgain(place, rerun, options);
      ran.push(again.step);
      outcome = again.outcome;
    }
    outcome = isStopped(options) ? 'stopped' : outcome;
    return outcome === 'passed' || outcome === 'stopped';
  };
  for (const step of plan.steps) {
    const ended = await runStep(place, plan, step, options);
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

async function runStep(
  place: QuietPlace,
  plan: RecoveryPlan,
  step: RecoveryStep,
  options: RecoveryOptions,
): Promise<Ended> {
  options.onLend?.(options.isInteractive === true);
  try {
    return await runProcess(commandOf(step, options), processOptions(place, plan, options));
  } finally {
    options.onLend?.(false);
  }
}

function timeLeft({ now }: QuietPlace, { until }: RecoveryOptions, longest: number): number {
  return until === undefined ? longest : Math.max(1, Math.min(longest, until - now().getTime()));
}

function isStopped({ signal }: RecoveryOptions): boolean {
  return signal?.aborted === true;
}

/** What a person typed is theirs; else only what was seen here. */
function allowedRerun({ rerun, cwd }: RecoveryPlan, { typed }: RecoveryOptions): Rerun | undefined {
  if (typed !== undefined) {
    return { command: typed, cwd, isKnown: true };
  }
  return rerun?.isKnown ? rerun : undefined;
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

export function nameOf(step: RecoveryStep): string {
  return step.kind === 'agent' ? step.agent : step.command;
}

/** `claude -p` answers and ends; without it, the agent waits for a person. */
function commandOf(step: RecoveryStep, { isInteractive }: RecoveryOptions): string | string[] {
  if (step.kind === 'command') {
    return step.command;
  }
  const [program = '', ...args] = step.argv;
  return isInteractive ? [program, ...args] : [program, '-p', ...args];
}

function processOptions(
  place: QuietPlace,
  { cwd }: RecoveryPlan,
  options: RecoveryOptions,
): ProcessOptions {
  const { isInteractive, onOutput, signal } = options;
  const timeoutMs = timeLeft(place, options, longestStep);
  return { cwd, env: place.env, isInteractive, onOutput, signal, timeoutMs };
}

async function runAgain(
  place: QuietPlace,
  { command, cwd }: Rerun,
  options: RecoveryOptions,
): Promise<{ step: RanStep; outcome: RecoveryEnd }> {
  const source = 'cli';
  const scan = createRunScan(command, source);
  const ended = await runProcess(command, {
    cwd,
    env: place.env,
    timeoutMs: timeLeft(place, options, longestRerun),
    signal: options.signal,
    onOutput: (chunk) => {
      scan.push(chunk);
      options.onOutput?.(chunk);
    },
  });
  const verdict = scan.end(ended.kind === 'ended' ? ended.code : null);
  if (ended.kind === 'ended') {
    await recordRun(place, { verdict, command, cwd, source });
  }
  return {
    step: toRan(command, ended),
    // What Baton itself ended has not failed by itself.
    outcome: ended.kind === 'stopped' ? 'unclear' : verdict.kind,
  };
}

function toRan(what: string, ended: Ended): RanStep {
  return {
    what,
    exitCode: ended.kind === 'ended' ? ended.code : null,
    isMissing: ended.kind === 'missing',
  };
}
