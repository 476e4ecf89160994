// What may have gone wrong, each cause with its weight: from the signs in the output, from the exit
// code, and from what the command was run for.

import {
  type Cause,
  causeOfPurpose,
  type Ecosystem,
  type Failure,
  type Purpose,
} from './ecosystem';
import type { CommandStep } from './commandLine';
import type { FinishedRun } from './runVerdict';

export interface FoundSign {
  readonly failure: Failure;
  readonly match: RegExpExecArray;
  readonly line: string;
  /** Which was found first. */
  readonly order: number;
}

export interface Place {
  readonly file: string;
  readonly line: number;
}

export interface RunFacts {
  readonly run: FinishedRun;
  readonly found: readonly FoundSign[];
  /** A runner said itself that all is well. */
  readonly hasPassed: boolean;
  /** Ctrl-C was pressed. */
  readonly hasStopped: boolean;
  readonly place: Place | undefined;
  readonly lastLine: string;
  readonly ecosystems: readonly Ecosystem[];
}

export interface Runner {
  readonly step: CommandStep;
  readonly purpose: Purpose | undefined;
  /** The entry of the table that knows its program. */
  readonly ecosystem: string | undefined;
}

export interface Candidate {
  readonly cause: Cause;
  readonly rank: number;
  readonly sign: FoundSign | undefined;
  /** What says it where no line does. */
  readonly words: string;
}

/** A cause further up explains those below: tests fail because something does not compile. */
const ranks: Readonly<Record<Cause, number>> = {
  merge_conflict: 60,
  ci_failure: 55,
  review_blocked: 55,
  dependency: 50,
  build_error: 40,
  design_issue: 35,
  test_failure: 30,
  none: 26,
  mistake: 25,
  other: 20,
  lint: 15,
  failed: 0,
};

export function toCandidate(sign: FoundSign, runners: readonly Runner[]): Candidate {
  const { failure, match } = sign;
  const named = typeof failure.cause === 'function' ? failure.cause(match) : failure.cause;
  const cause = inContext(named, failure, runners);
  return {
    cause,
    rank: failure.isVague ? ranks[cause] / 100 : ranks[cause],
    sign,
    words: sign.line,
  };
}

/** What a line means depends on who prints it: a linter compiles nothing, a program tests nothing. */
function inContext(cause: Cause, { weight }: Failure, runners: readonly Runner[]): Cause {
  if (cause === 'failed') {
    const purpose = runners
      .map((each) => each.purpose)
      .find((each) => each && causeOfPurpose[each]);
    return (purpose && causeOfPurpose[purpose]) ?? 'other';
  }
  const are = (purpose: Purpose) =>
    runners.length > 0 && runners.every((runner) => runner.purpose === purpose);
  if (are('lint') && weight !== 'proof' && (cause === 'build_error' || cause === 'test_failure')) {
    return 'lint';
  }
  return are('work') && weight === 'hint' && cause === 'test_failure' ? 'other' : cause;
}

/** Processes that a signal ended: illegal instruction, abort, bus error, kill, segmentation fault. */
const crashes = new Set([132, 134, 135, 136, 137, 139, 3221225477, 3221225725, -1073741819]);

/** A process that was ended: by a limit of time, or by a signal that it did not expect. */
export function fromSignal({ run }: RunFacts, steps: readonly Runner[]): Candidate[] {
  const code = run.exitCode ?? 0;
  const ended =
    code === 124 && steps.some(({ step }) => step.isLimited)
      ? 'timed out'
      : crashes.has(code)
        ? `ended by a signal (exit code ${code})`
        : undefined;
  return ended ? [{ cause: 'other', rank: ranks.other, sign: undefined, words: ended }] : [];
}

/** What the exit code alone says, where it is clear whose it is. */
export function fromPurpose({ run, lastLine }: RunFacts, steps: readonly Runner[]): Candidate[] {
  const [only, ...others] = steps.filter(
    ({ step, purpose }) => !step.isHidden && purpose !== 'neutral',
  );
  const cause = only?.purpose && only.purpose !== 'work' && causeOfPurpose[only.purpose];
  // gh says so with this code while checks are still running.
  const isPending = only?.purpose === 'ci' && run.exitCode === 8;
  return cause && others.length === 0 && !isPending
    ? [{ cause, rank: 0, sign: undefined, words: lastLine || `exit code ${run.exitCode ?? ''}` }]
    : [];
}

/** Who asks another system gets answers, and shows old failures; only the asking itself can fail. */
export function isHeard({ failure }: FoundSign, runners: readonly Runner[]): boolean {
  const { cause, weight } = failure;
  const are = (...purposes: Purpose[]) =>
    runners.length > 0 && runners.every(({ purpose }) => purpose && purposes.includes(purpose));
  if (!are('ci', 'ask')) {
    return weight !== 'fact';
  }
  // A list of runs has old ones in it.
  const isAnswer = weight === 'fact' && !(are('ask') && cause === 'ci_failure');
  return isAnswer || cause === 'other' || cause === 'none' || (are('ci') && cause === 'ci_failure');
}

/**
 * Where the exit code is hidden, a crash is still the last thing that a program says; and what tells
 * of the very failure that a command may have counts where nothing says that it passed.
 */
export function speaksAlone(
  { failure, line }: FoundSign,
  { lastLine, hasPassed }: RunFacts,
  runners: readonly Runner[],
): boolean {
  // A program that is no test may print the results of others.
  const isOther = ({ step, purpose }: Runner) => purpose === 'work' && step.filters.length > 0;
  if (failure.cause === 'test_failure' && runners.every(isOther)) {
    return false;
  }
  if (failure.weight !== 'hint') {
    return true;
  }
  const isLast = lastLine.endsWith(line);
  const isFitting =
    !hasPassed &&
    runners.some(({ purpose }) => purpose && causeOfPurpose[purpose] === failure.cause) &&
    failure.cause !== 'other';
  return !failure.isVague && (isLast || isFitting);
}
