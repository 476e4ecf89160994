// Runs the steps of a recovery as child processes of this one, for hosts without terminals.

import { createRunScan } from '../detection/blockers/runScan';
import { runProcess, type Ended } from '../support/runProcess';
import type { QuietPlace } from '../workplace';
import { recordRun } from './recordRun';
import type { Rerun } from './recoveryPlan';
import type { RecoveryStep } from './recoveryStep';
import type { RecoveryRunner, Reran } from './runRecovery';

export interface ProcessRunnerOptions {
  /** The terminal is lent to the agent; else it works without one and asks nothing. */
  readonly isInteractive?: boolean | undefined;
  readonly onOutput?: ((chunk: Buffer) => void) | undefined;
  /** Whether the terminal is lent at the moment: then Ctrl-C is for the agent. */
  readonly onLend?: ((isLent: boolean) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds of the clock: what runs then is ended. */
  readonly until?: number | undefined;
}

const minutes = 60_000;
const longestStep = 30 * minutes;
const longestRerun = 15 * minutes;

export function createProcessRunner(
  place: QuietPlace,
  options: ProcessRunnerOptions,
): RecoveryRunner {
  return {
    runStep: (step, cwd) => runStep(place, step, cwd, options),
    runAgain: (rerun) => runAgain(place, rerun, options),
  };
}

async function runStep(
  place: QuietPlace,
  step: RecoveryStep,
  cwd: string,
  options: ProcessRunnerOptions,
): Promise<Ended> {
  const { isInteractive, onOutput, onLend, signal } = options;
  onLend?.(isInteractive === true);
  try {
    const timeoutMs = timeLeft(place, options, longestStep);
    const how = { cwd, env: place.env, isInteractive, onOutput, signal, timeoutMs };
    return await runProcess(commandOf(step, isInteractive), how);
  } finally {
    onLend?.(false);
  }
}

function timeLeft({ now }: QuietPlace, { until }: ProcessRunnerOptions, longest: number): number {
  return until === undefined ? longest : Math.max(1, Math.min(longest, until - now().getTime()));
}

/** `claude -p` answers and ends; without it, the agent waits for a person. */
function commandOf(step: RecoveryStep, isInteractive = false): string | string[] {
  if (step.kind === 'command') {
    return step.command;
  }
  const [program = '', ...args] = step.argv;
  return isInteractive ? [program, ...args] : [program, '-p', ...args];
}

async function runAgain(
  place: QuietPlace,
  { command, cwd }: Rerun,
  options: ProcessRunnerOptions,
): Promise<Reran> {
  const { onOutput, signal } = options;
  const source = 'cli';
  const scan = createRunScan(command, source);
  const ended = await runProcess(command, {
    cwd,
    env: place.env,
    timeoutMs: timeLeft(place, options, longestRerun),
    signal,
    onOutput: (chunk) => {
      scan.push(chunk);
      onOutput?.(chunk);
    },
  });
  const verdict = scan.end(ended.kind === 'ended' ? ended.code : null);
  if (ended.kind === 'ended') {
    await recordRun(place, { verdict, command, cwd, source });
  }
  return { ended, verdict };
}
