// Weighs what was found in an output against the exit code and the command: the cause decides, not
// the tool.

import type { Blocker } from '../../schemas/blocker';
import { shortLine } from '../../support/plainText';
import { type CommandStep, commandSteps } from './commandLine';
import { anyUseOf, identityOf, purposeOf } from './commandUse';
import { describe, isTestTitle, recoveryAgents, severities } from './blockerWords';
import {
  type Cause,
  causeOfPurpose,
  type Ecosystem,
  type Failure,
  type Purpose,
} from './ecosystem';
import type { FinishedRun, RunVerdict } from './runVerdict';

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

interface Runner {
  readonly step: CommandStep;
  readonly purpose: Purpose | undefined;
}

const unclear: RunVerdict = { kind: 'unclear' };

export function judge(facts: RunFacts): RunVerdict {
  const { run, found, ecosystems } = facts;
  const steps = stepsOf(run.command, ecosystems);
  const runners = steps.filter(({ purpose }) => !isIdle(purpose));
  if (isInterrupted(facts)) {
    return unclear;
  }
  if (steps.length > 0 && runners.length === 0) {
    const [ended] = fromSignal(facts, steps);
    return ended ? failed(facts, ended.cause, [ended], steps) : unclear;
  }
  const isFailing = run.exitCode !== null && run.exitCode !== 0;
  const isSeen = runners.length === 0 || runners.some(({ step }) => !step.isHidden);
  const movesFiles = runners.length > 0 && runners.every(({ purpose }) => purpose === 'files');
  if (movesFiles && !(isFailing && isSeen)) {
    return unclear;
  }
  const isAnswer = found.some(({ failure }) => failure.weight === 'fact');
  if (run.exitCode === 0 && !isAnswer && runners.every(({ step }) => !step.isHidden)) {
    return passed(runners);
  }
  const candidates = [
    ...found
      .filter((sign) => (isFailing && isSeen) || speaksAlone(sign, facts))
      .filter(({ failure: { needs } }) => !needs || found.some((each) => each.failure === needs))
      .map((sign) => toCandidate(sign, runners)),
    ...(isFailing && isSeen ? [...fromSignal(facts, steps), ...fromPurpose(facts, steps)] : []),
  ];
  const best = candidates.sort((a, b) => b.rank - a.rank)[0];
  if (!best) {
    return run.exitCode === 0 ? passedAsFarAsSeen(facts, runners) : unclear;
  }
  return best.cause === 'none' ? unclear : failed(facts, best.cause, candidates, runners);
}

/** Where the exit code is hidden, a crash is still the last thing that a program says. */
function speaksAlone({ failure, line }: FoundSign, { lastLine }: RunFacts): boolean {
  return failure.weight !== 'hint' || (!failure.isVague && lastLine.endsWith(line));
}

/** It only shows, asks or moves things: whatever its output says, that is no news. */
export function isIdleLine(command: string, ecosystems: readonly Ecosystem[]): boolean {
  const steps = stepsOf(command, ecosystems);
  return steps.length > 0 && steps.every(({ purpose }) => isIdle(purpose));
}

function stepsOf(command: string, ecosystems: readonly Ecosystem[]): Runner[] {
  return commandSteps(command, (step) => isIdle(purposeOf(step, ecosystems))).map((step) => ({
    step,
    purpose: purposeOf(step, ecosystems),
  }));
}

function isIdle(purpose: Purpose | undefined): boolean {
  return purpose === 'display' || purpose === 'probe' || purpose === 'neutral';
}

/** Ctrl-C, as shells and Windows report it; a SIGTERM is somebody's wish as well. */
const interruptions = new Set([130, 143, -1073741510, 3221225786]);

function isInterrupted({ run, hasStopped, lastLine, found }: RunFacts): boolean {
  const isStopped = (hasStopped || lastLine.endsWith('^C')) && run.exitCode !== 0;
  return (
    (run.exitCode !== null && interruptions.has(run.exitCode)) ||
    (isStopped && !found.some(({ failure }) => failure.weight === 'summary'))
  );
}

interface Candidate {
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

function toCandidate(sign: FoundSign, runners: readonly Runner[]): Candidate {
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
function fromSignal({ run }: RunFacts, steps: readonly Runner[]): Candidate[] {
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
function fromPurpose({ run, lastLine }: RunFacts, steps: readonly Runner[]): Candidate[] {
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

function failed(
  { run, place, lastLine }: RunFacts,
  cause: Cause,
  candidates: readonly Candidate[],
  runners: readonly Runner[],
): RunVerdict {
  const type = toType(cause);
  const ofCause = candidates.filter((each) => each.cause === cause);
  const signs = ofCause.flatMap(({ sign }) => sign ?? []).sort(byWorth);
  const evidence = signs.find((each) => isTestTitle(each.line)) ?? signs[0];
  const summary = signs.find(({ failure }) => failure.weight === 'summary');
  const line = evidence?.line ?? ofCause[0]?.words ?? lastLine;
  const where = signs.map(({ match: { groups } }) => groups).find((groups) => groups?.file);
  const spot = where?.file ? { file: where.file, line: Number(where.line ?? 1) } : place;
  const runner = runnerOf(type, runners);
  const blocker = {
    type,
    severity: severities[cause],
    description: describe(cause, {
      line: evidence?.failure.weight === 'summary' ? undefined : line,
      summary: summary?.line,
      command: run.command,
    }),
    error_pattern: shortLine(patternIn(evidence) ?? line, 200),
    resolution: null,
    recovery_agent: recoveryAgents[type],
    auto_detected: true,
    evidence: {
      command: run.command.trim(),
      line: shortLine(line, 500),
      exit_code: run.exitCode,
      source: run.source,
      ...(spot && { file: spot.file, file_line: spot.line }),
    },
  };
  const command = !runner
    ? { key: run.command.trim().slice(0, 300) }
    : cause === 'mistake'
      ? anyUseOf(runner.step)
      : identityOf(runner.step);
  return { kind: 'failed', blocker, command };
}

/** What was matched, unless that is a mere mark before a title. */
function patternIn(sign: FoundSign | undefined): string | undefined {
  const text = sign?.match[0].trim() ?? '';
  return text.length >= 8 ? text : undefined;
}

function toType(cause: Cause): NonNullable<Blocker['type']> {
  return cause === 'lint' || cause === 'mistake' || cause === 'failed' || cause === 'none'
    ? 'other'
    : cause;
}

const weights = { fact: 0, proof: 0, hint: 1, summary: 2 } as const;

/** A line that names the fault is better evidence than one that counts them. */
function byWorth(a: FoundSign, b: FoundSign): number {
  const vagueness = Number(a.failure.isVague ?? false) - Number(b.failure.isVague ?? false);
  return vagueness || weights[a.failure.weight] - weights[b.failure.weight] || a.order - b.order;
}

const purposesOf: Readonly<Partial<Record<NonNullable<Blocker['type']>, readonly Purpose[]>>> = {
  test_failure: ['test'],
  build_error: ['build', 'test'],
  dependency: ['install'],
  ci_failure: ['ci'],
};

/** The step that is to pass one day. */
function runnerOf(
  type: NonNullable<Blocker['type']>,
  runners: readonly Runner[],
): Runner | undefined {
  for (const purpose of purposesOf[type] ?? []) {
    const fitting = runners.find((each) => each.purpose === purpose);
    if (fitting) {
      return fitting;
    }
  }
  return runners.find(({ step }) => !step.isHidden) ?? runners[0];
}

/** A hidden one only where the runner itself said that all is well. */
function passedAsFarAsSeen({ hasPassed }: RunFacts, runners: readonly Runner[]): RunVerdict {
  const proved = runners.filter(
    ({ step }) => !step.isHidden || (hasPassed && runners.length === 1),
  );
  return proved.length > 0 ? passed(proved) : unclear;
}

/** Whoever gets a command line right has mended the wrong one. */
function passed(runners: readonly Runner[]): RunVerdict {
  return {
    kind: 'passed',
    commands: runners.flatMap(({ step }) => [identityOf(step), anyUseOf(step)]),
  };
}
