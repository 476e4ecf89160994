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
  { env }: QuietPlace,
  step: RecoveryStep,
  cwd: string,
  { isInteractive, onOutput, onLend, signal }: ProcessRunnerOptions,
): Promise<Ended> {
  onLend?.(isInteractive === true);
  try {
    const how = { cwd, env, isInteractive, onOutput, signal, timeoutMs: longestStep };
    return await runProcess(commandOf(step, isInteractive), how);
  } finally {
    onLend?.(false);
  }
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
  { onOutput, signal }: ProcessRunnerOptions,
): Promise<Reran> {
  const source = 'cli';
  const scan = createRunScan(command, source);
  const ended = await runProcess(command, {
    cwd,
    env: place.env,
    timeoutMs: longestRerun,
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
