// What the specs say to do next, as the command that does it. Pure; in no language, because it is
// written into files that any person and any agent reads.

import type { SpecProgress } from './handoverReports';

/** How far a spec is, by the phases that people and agents write. */
const stages: readonly (readonly [stage: Stage, phase: RegExp])[] = [
  ['complete', /^(?:implementation-)?(?:complete|completed|done|finished)$|^archived$/],
  ['implementation', /^(?:tasks|implementation)\b|^implementing$/],
  ['designed', /^design\b/],
];

type Stage = 'specified' | 'designed' | 'implementation' | 'complete';

export function isCompletePhase(phase: string | undefined): boolean {
  return stageOf(phase) === 'complete';
}

function stageOf(phase: string | undefined): Stage {
  const word = (phase ?? '').trim().toLowerCase().replaceAll('_', '-');
  return stages.find(([, pattern]) => pattern.test(word))?.[0] ?? 'specified';
}

/**
 * The first spec of the lowest wave with work left that nothing blocks and that waits for no other;
 * where everything there is blocked, the first of those and why.
 */
export function nextInPipeline(specs: readonly SpecProgress[]): string | undefined {
  const usesReviews = specs.some(({ review }) => review !== undefined);
  const open = specs.flatMap((spec) => {
    const command = commandFor(spec, usesReviews);
    return command === undefined ? [] : [{ spec, command }];
  });
  const wave = [...open].sort((a, b) => compareWaves(a.spec.wave, b.spec.wave))[0]?.spec.wave;
  const inWave = open.filter(({ spec }) => spec.wave === wave);
  const free = inWave.filter(({ spec }) => spec.blocked === undefined);
  const next = free.find(({ spec }) => waitsForNone(spec, specs)) ?? free[0] ?? inWave[0];
  if (!next) {
    return undefined;
  }
  const { name, blocked } = next.spec;
  return blocked === undefined ? next.command : `${name}: ${blocked}`;
}

/** `10` comes after `9`; those of no wave come last. */
export function compareWaves(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) {
    return Number(a === undefined) - Number(b === undefined);
  }
  return a.localeCompare(b, 'en', { numeric: true });
}

/** Those of its own wave are designed before it, those of others are done. */
function waitsForNone({ dependencies, wave }: SpecProgress, all: readonly SpecProgress[]): boolean {
  return all
    .filter(({ name }) => dependencies.includes(name))
    .every(
      (each) => each.isComplete || (each.wave === wave && stageOf(each.phase) !== 'specified'),
    );
}

/** undefined where nothing is left to do. Reviews are asked for only where people use them. */
function commandFor(spec: SpecProgress, usesReviews: boolean): string | undefined {
  const { name, phase, review } = spec;
  const stage = stageOf(phase);
  const isReviewed =
    review && new RegExp(stage === 'designed' ? 'design' : 'impl', 'i').test(review.batch);
  const isRefused = isReviewed && review.isBlocked;
  switch (stage) {
    case 'specified':
      return `/sdd-design ${name}`;
    case 'designed':
      if (isRefused) {
        return `/sdd-design ${name}`;
      }
      return usesReviews && !isReviewed ? `/sdd-review design ${name}` : `/sdd-impl ${name}`;
    case 'implementation':
      return `/sdd-impl ${name}`;
    case 'complete':
      if (isRefused) {
        return `/sdd-impl ${name}`;
      }
      return review && !isReviewed ? `/sdd-review impl ${name}` : undefined;
  }
}
