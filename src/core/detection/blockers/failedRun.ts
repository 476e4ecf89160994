// The blocker that a failed run opens: its evidence, its words, and the command that is to pass one day.

import type { Blocker } from '../../schemas/blocker';
import { shortLine } from '../../support/plainText';
import { describe, isTestTitle, recoveryAgents, severities } from './blockerWords';
import type { Candidate, FoundSign, RunFacts, Runner } from './candidates';
import { anyUseOf, identityOf } from './commandUse';
import type { Cause, Ecosystem, Purpose } from './ecosystem';
import type { RunVerdict } from './runVerdict';

export function failed(
  { run, place, lastLine, ecosystems }: RunFacts,
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
  const runner = runnerOf(type, runners, ecosystemOf(evidence, ecosystems));
  const blocker = {
    type,
    severity: severities[cause],
    description: describe(cause, {
      line: evidence?.failure.weight === 'summary' ? undefined : line,
      summary: summary?.line,
      command: run.command,
    }),
    error_pattern: shortLine(patternIn(evidence) ?? line, 400),
    resolution: null,
    recovery_agent: recoveryAgents[type],
    auto_detected: true,
    evidence: {
      command: run.command.trim(),
      line: shortLine(line, 1_000),
      exit_code: run.exitCode,
      source: run.source,
      ...(spot && { file: spot.file, file_line: spot.line }),
    },
  };
  const command = !runner
    ? { key: run.command.trim().slice(0, 2_000) }
    : cause === 'mistake'
      ? anyUseOf(runner.step)
      : identityOf(runner.step, runner.purpose);
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
  ci_failure: ['ci'],
};

/**
 * The step that is to pass one day: the one whose own words they are, else one that is run for this,
 * else the last, because those before it passed.
 */
function runnerOf(
  type: NonNullable<Blocker['type']>,
  runners: readonly Runner[],
  ecosystem: string | undefined,
): Runner | undefined {
  const purposes = purposesOf[type] ?? [];
  return (
    runners.find((each) => ecosystem !== undefined && each.ecosystem === ecosystem) ??
    runners.find(({ purpose }) => purpose && purposes.includes(purpose)) ??
    runners.findLast(({ step }) => !step.isHidden) ??
    runners.at(-1)
  );
}

function ecosystemOf(
  sign: FoundSign | undefined,
  ecosystems: readonly Ecosystem[],
): string | undefined {
  return sign && ecosystems.find(({ failures }) => failures.includes(sign.failure))?.name;
}
