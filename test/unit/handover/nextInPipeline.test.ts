import assert from 'node:assert/strict';
import type { SpecProgress } from '../../../src/core/handover/handoverReports';
import { isCompletePhase, nextInPipeline } from '../../../src/core/handover/nextInPipeline';

const spec = (name: string, phase: string, more: Partial<SpecProgress> = {}): SpecProgress => ({
  name,
  file: `.sdd/project/specs/${name}/spec.yaml`,
  phase,
  isComplete: isCompletePhase(phase),
  wave: '1',
  blocked: undefined,
  dependencies: [],
  review: undefined,
  tracked: [],
  ...more,
});

const reviewed = (batch: string, isBlocked = false) => ({ review: { batch, isBlocked } });

describe('What the pipeline says to do next', () => {
  const cases: [what: string, specs: SpecProgress[], next: string | undefined][] = [
    ['nothing without specs', [], undefined],
    ['the design of a new spec', [spec('login', 'initialized')], '/sdd-design login'],
    [
      'the design after requirements',
      [spec('login', 'requirements-generated')],
      '/sdd-design login',
    ],
    ['the work after a design', [spec('login', 'design-generated')], '/sdd-impl login'],
    ['the work after its tasks', [spec('login', 'tasks-generated')], '/sdd-impl login'],
    ['the work that goes on', [spec('login', 'implementation-in-progress')], '/sdd-impl login'],
    ['nothing when all is done', [spec('login', 'implementation-complete')], undefined],
    ['an unknown phase is the beginning', [spec('login', 'thinking')], '/sdd-design login'],
    ['phases with underscores', [spec('login', 'implementation_complete')], undefined],
    [
      'the review of a design, where people review',
      [spec('a', 'complete', reviewed('B1 impl')), spec('b', 'design-generated')],
      '/sdd-review design b',
    ],
    [
      'the work after a design that passed',
      [spec('a', 'design-generated', reviewed('B1 design'))],
      '/sdd-impl a',
    ],
    [
      'the design again when its review says no',
      [spec('a', 'design-generated', reviewed('B1 design', true))],
      '/sdd-design a',
    ],
    [
      'the work again when its review says no',
      [spec('a', 'implementation-complete', reviewed('B2 impl', true))],
      '/sdd-impl a',
    ],
    [
      'the review of the work',
      [spec('a', 'implementation-complete', reviewed('B1 design'))],
      '/sdd-review impl a',
    ],
    [
      'the lowest wave first, by number',
      [spec('a', 'initialized', { wave: '10' }), spec('b', 'initialized', { wave: '9' })],
      '/sdd-design b',
    ],
    [
      'those of no wave last',
      [spec('a', 'initialized', { wave: undefined }), spec('b', 'initialized', { wave: '2' })],
      '/sdd-design b',
    ],
    [
      'what waits for nothing first',
      [spec('a', 'tasks-generated', { dependencies: ['b'] }), spec('b', 'initialized')],
      '/sdd-design b',
    ],
    [
      'the first, where all wait for each other',
      [
        spec('a', 'initialized', { dependencies: ['b'] }),
        spec('b', 'initialized', { dependencies: ['a'] }),
      ],
      '/sdd-design a',
    ],
    [
      'another of the wave when one is blocked',
      [spec('a', 'blocked', { blocked: 'no key' }), spec('b', 'tasks-generated')],
      '/sdd-impl b',
    ],
    [
      'why, when all of the wave are blocked',
      [spec('a', 'blocked', { blocked: 'no key' }), spec('b', 'initialized', { wave: '2' })],
      'a: no key',
    ],
  ];
  for (const [what, specs, next] of cases) {
    it(what, () => {
      assert.equal(nextInPipeline(specs), next);
    });
  }
});
