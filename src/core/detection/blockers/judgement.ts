// Weighs what was found in an output against the exit code and the command: the cause decides, not
// the tool.

import {
  fromPurpose,
  fromSignal,
  isHeard,
  type RunFacts,
  type Runner,
  speaksAlone,
  toCandidate,
} from './candidates';
import { type Command, type CommandStep, commandSteps } from './commandLine';
import { anyUseOf, identityOf, isOfAll, purposeOf, useOf } from './commandUse';
import type { Ecosystem, Purpose } from './ecosystem';
import { failed } from './failedRun';
import type { RunVerdict } from './runVerdict';

const unclear: RunVerdict = { kind: 'unclear' };

export function judge(facts: RunFacts): RunVerdict {
  const { run, ecosystems } = facts;
  const steps = stepsOf(run.command, ecosystems);
  const runners = steps.filter(({ purpose }) => !isIdle(purpose));
  const found = facts.found.filter((sign) => isHeard(sign, runners));
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
      .filter((sign) => (isFailing && isSeen) || speaksAlone(sign, facts, runners))
      .filter(({ failure: { needs } }) => !needs || found.some((each) => each.failure === needs))
      .map((sign) => toCandidate(sign, runners)),
    ...(isFailing && isSeen ? [...fromSignal(facts, steps), ...fromPurpose(facts, steps)] : []),
  ];
  const best = candidates.sort((a, b) => b.rank - a.rank)[0];
  if (!best) {
    return isFailing ? unclear : passedAsFarAsSeen(facts, runners);
  }
  return best.cause === 'none' ? unclear : failed(facts, best.cause, candidates, runners);
}

/** It only shows, asks or moves things: whatever its output says, that is no news. */
export function isIdleLine(command: string, ecosystems: readonly Ecosystem[]): boolean {
  const steps = stepsOf(command, ecosystems);
  return steps.length > 0 && steps.every(({ purpose }) => isIdle(purpose));
}

function stepsOf(command: string, ecosystems: readonly Ecosystem[]): Runner[] {
  const isRetry = (first: Command, second: Command) => {
    const purpose = purposeOf(first, ecosystems);
    return purpose !== undefined && !isIdle(purpose) && purpose === purposeOf(second, ecosystems);
  };
  return commandSteps(command, isRetry).map((step) => ({ step, ...useOf(step, ecosystems) }));
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

/** What lets all through that its neighbour says, or the end of it, where a verdict stands. */
const transparent = new Set(['tail', 'tee', 'cat', 'less', 'ts', 'nl', 'sponge', 'column']);

/**
 * Nothing tells of a failure. A hidden run has passed where its runner says so, and where what fails
 * would have been seen: compilers and linters say nothing when all is well.
 */
function passedAsFarAsSeen(
  { run, hasPassed, lastLine }: RunFacts,
  runners: readonly Runner[],
): RunVerdict {
  const isKnown = run.exitCode === 0;
  return passed(
    runners.filter(({ step, purpose }) => {
      const isQuiet =
        purpose === 'test'
          ? lastLine === '' && isToldToBeSilent(step)
          : lastLine === '' || step.filters.every((each) => transparent.has(each));
      const isChecked =
        purpose === 'test' || purpose === 'build' || purpose === 'lint' || purpose === 'install';
      return (
        (isKnown && !step.isHidden) || (hasPassed && isChecked) || (isKnown && isChecked && isQuiet)
      );
    }),
  );
}

/** Test runners say how many passed, unless they are told not to. */
function isToldToBeSilent({ program, args }: CommandStep): boolean {
  return ['mvn', 'gradle'].includes(program) && args.some((arg) => /^(?:-q|--quiet)$/.test(arg));
}

/** Whoever gets a command line right has mended the wrong one. */
function passed(runners: readonly Runner[]): RunVerdict {
  const sure = runners.filter(({ step }) => !step.isAlternative);
  return sure.length === 0
    ? unclear
    : {
        kind: 'passed',
        commands: sure.flatMap(({ step, purpose }) => [
          { ...identityOf(step, purpose), ...(isOfAll(step, purpose) && { coversParts: true }) },
          anyUseOf(step),
        ]),
      };
}
