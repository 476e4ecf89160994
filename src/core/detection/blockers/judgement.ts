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
import { commandSteps } from './commandLine';
import { anyUseOf, identityOf, purposeOf } from './commandUse';
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
    return run.exitCode === 0 ? passedAsFarAsSeen(facts, runners) : unclear;
  }
  return best.cause === 'none' ? unclear : failed(facts, best.cause, candidates, runners);
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
