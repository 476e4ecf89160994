import assert from 'node:assert/strict';
import { integrityViolations, missingToSave } from '../../../src/core/protocol/integrity';
import { blockerSeverities, blockerTypes } from '../../../src/core/schemas/blocker';
import { requiredToLoad } from '../../../src/core/schemas/sessionState';
import { render } from '../../../src/core/support/message';

/** What the seed insists on, and nothing more. */
const sound = {
  mode: 'quick',
  saved_at: '2025-01-15T14:30:00',
  git_branch: 'feature/user-auth',
  openspec: '00027',
};

const progress = (completed: unknown, total: unknown, percentage: unknown) => ({
  task_progress: { completed, total, percentage },
});

function violations(raw: unknown): string[] {
  return integrityViolations(raw).map(({ field, message }) => {
    const sentence = render(message);
    assert.ok(sentence.includes(field), `${sentence} does not name ${field}`);
    return sentence;
  });
}

const types = blockerTypes.map((type) => `"${type}"`).join(' | ');
const severities = blockerSeverities.map((severity) => `"${severity}"`).join(' | ');

describe('integrity of a session state', () => {
  const good: [name: string, fields: object][] = [
    ['the four fields', {}],
    ['null for branch and OpenSpec', { git_branch: null, openspec: null }],
    ['a time with an offset', { saved_at: '2025-01-15T14:30:00+09:00' }],
    ['progress', progress(5, 12, 42)],
    ['progress rounded down', progress(5, 12, 41)],
    ['progress that is not whole', progress(5, 12, 41.7)],
    ['progress just within one', progress(1, 4, 26)],
    ['no tasks', progress(0, 0, 0)],
    ['all tasks', progress(3, 3, 100)],
    ['null for progress and blockers', { task_progress: null, blocker: null, blockers: null }],
    ['no blockers', { blockers: [] }],
    ['a blocker without severity', { blocker: { type: 'other' } }],
    ...blockerTypes.map((type): [string, object] => [type, { blocker: { type } }]),
    ...blockerSeverities.map((severity): [string, object] => [
      severity,
      { blockers: [{ type: 'other', severity }] },
    ]),
    ['unknown fields', { mine: { task_progress: 3 } }],
  ];
  for (const [name, fields] of good) {
    it(`holds with ${name}`, () => {
      assert.deepEqual(violations({ ...sound, ...fields }), []);
    });
  }

  const bad: [name: string, fields: object, expected: string[]][] = [
    [
      'an unknown mode',
      { mode: 'fast' },
      ['"mode" is "fast": expected "quick" | "sync" | "full".'],
    ],
    ['no mode', { mode: null }, ['"mode" is null: expected "quick" | "sync" | "full".']],
    [
      'a time that is none',
      { saved_at: 'yesterday' },
      ['"saved_at" is "yesterday": expected an ISO-8601 time such as 2026-01-15T14:30:00Z.'],
    ],
    [
      'a time as a number',
      { saved_at: 1736951400 },
      ['"saved_at" is 1736951400: expected an ISO-8601 time such as 2026-01-15T14:30:00Z.'],
    ],
    [
      'a branch that is no text',
      { git_branch: ['main'] },
      ['"git_branch" is ["main"]: expected the name of a branch, or null.'],
    ],
    [
      'an OpenSpec that is no text',
      { openspec: 27 },
      ['"openspec" is 27: expected the number or name of a change, or null.'],
    ],
    [
      'progress as text',
      { task_progress: '5/12' },
      ['"task_progress" is "5/12": expected an object.'],
    ],
    [
      'progress as a list',
      { task_progress: [5, 12] },
      ['"task_progress" is [5,12]: expected an object.'],
    ],
    [
      'progress without numbers',
      { task_progress: {} },
      [
        '"task_progress.completed" is missing: expected a whole number that is not negative.',
        '"task_progress.total" is missing: expected a whole number that is not negative.',
        '"task_progress.percentage" is missing: expected a number that is not negative.',
      ],
    ],
    [
      'numbers that are none',
      progress('5', null, true),
      [
        '"task_progress.completed" is "5": expected a whole number that is not negative.',
        '"task_progress.total" is null: expected a whole number that is not negative.',
        '"task_progress.percentage" is true: expected a number that is not negative.',
      ],
    ],
    [
      'numbers without end',
      JSON.parse('{"task_progress":{"completed":1,"total":1e999,"percentage":1e999}}') as object,
      [
        '"task_progress.total" is Infinity: expected a whole number that is not negative.',
        '"task_progress.percentage" is Infinity: expected a number that is not negative.',
      ],
    ],
    [
      'negative numbers',
      progress(-1, -2, -1),
      [
        '"task_progress.completed" is -1: expected a whole number that is not negative.',
        '"task_progress.total" is -2: expected a whole number that is not negative.',
        '"task_progress.percentage" is -1: expected a number that is not negative.',
      ],
    ],
    [
      'half a task',
      progress(0.5, 1.5, 33),
      [
        '"task_progress.completed" is 0.5: expected a whole number that is not negative.',
        '"task_progress.total" is 1.5: expected a whole number that is not negative.',
      ],
    ],
    [
      'more completed than there are',
      progress(5, 3, 100),
      ['"task_progress.completed" is 5: expected at most 3, the number of all tasks.'],
    ],
    [
      'a percentage that is too high',
      progress(5, 12, 43),
      ['"task_progress.percentage" is 43: expected 42, because 5 of 12 tasks are completed.'],
    ],
    [
      'a percentage that is too low',
      progress(5, 12, 40),
      ['"task_progress.percentage" is 40: expected 42, because 5 of 12 tasks are completed.'],
    ],
    [
      'a percentage of no tasks',
      progress(0, 0, 100),
      ['"task_progress.percentage" is 100: expected 0, because 0 of 0 tasks are completed.'],
    ],
    ['a blocker as text', { blocker: 'Qt6' }, ['"blocker" is "Qt6": expected an object.']],
    ['a blocker as false', { blocker: false }, ['"blocker" is false: expected an object.']],
    [
      'a blocker without type',
      { blocker: { description: 'x' } },
      [`"blocker.type" is missing: expected ${types}.`],
    ],
    [
      'a blocker of unknown type and severity',
      { blocker: { type: 'weather', severity: 'fatal' } },
      [
        `"blocker.type" is "weather": expected ${types}.`,
        `"blocker.severity" is "fatal": expected ${severities}.`,
      ],
    ],
    [
      'bad ones among the blockers',
      { blockers: [{ type: 'other' }, { type: 'Other' }, null, { type: 'other', severity: 1 }] },
      [
        `"blockers[1].type" is "Other": expected ${types}.`,
        '"blockers[2]" is null: expected an object.',
        `"blockers[3].severity" is 1: expected ${severities}.`,
      ],
    ],
    [
      'blockers that are no list',
      { blockers: { type: 'other' } },
      ['"blockers" is {"type":"other"}: expected a list of blockers.'],
    ],
    [
      'characters that a terminal obeys',
      { mode: 'a\u009B31mb\u202E' },
      ['"mode" is "ab": expected "quick" | "sync" | "full".'],
    ],
    [
      'a long value',
      { mode: 'm'.repeat(100_000) },
      [`"mode" is "${'m'.repeat(38)}…: expected "quick" | "sync" | "full".`],
    ],
    [
      'two things wrong in different places',
      { mode: 1, ...progress(2, 1, 100) },
      [
        '"mode" is 1: expected "quick" | "sync" | "full".',
        '"task_progress.completed" is 2: expected at most 1, the number of all tasks.',
      ],
    ],
  ];
  for (const [name, fields, expected] of bad) {
    it(`tells of ${name}`, () => {
      assert.deepEqual(violations({ ...sound, ...fields }), expected);
    });
  }

  const expectations: Record<(typeof requiredToLoad)[number], string> = {
    mode: '"quick" | "sync" | "full"',
    saved_at: 'an ISO-8601 time such as 2026-01-15T14:30:00Z',
    git_branch: 'the name of a branch, or null',
    openspec: 'the number or name of a change, or null',
  };
  for (const field of requiredToLoad) {
    it(`tells of a missing ${field}`, () => {
      const others = Object.fromEntries(Object.entries(sound).filter(([name]) => name !== field));
      const expected = [`"${field}" is missing: expected ${expectations[field]}.`];
      assert.deepEqual(violations(others), expected);
      assert.deepEqual(violations({ ...sound, [field]: undefined }), expected);
    });
  }

  for (const raw of [null, [], 'text', 3]) {
    it(`tells that ${JSON.stringify(raw)} is no state`, () => {
      assert.deepEqual(violations(raw), [
        `The session state is ${JSON.stringify(raw)}: expected an object with fields.`,
      ]);
    });
  }

  it('names the field of each', () => {
    const raw = { ...sound, saved_at: '', blockers: [{}], ...progress(0, 1, 50) };
    assert.deepEqual(
      integrityViolations(raw).map(({ field }) => field),
      ['saved_at', 'task_progress.percentage', 'blockers[0].type'],
    );
  });

  it('ends on a file with very many bad blockers', () => {
    const blockers = Array.from({ length: 100_000 }, () => 1);
    assert.equal(integrityViolations({ ...sound, blockers }).length, 100);
  });
});

describe('what is missing to save', () => {
  const rest = ['git_commit', 'git_pushed', 'openspec_status', 'working_on', 'next_steps'];
  const cases: [name: string, raw: unknown, missing: string[]][] = [
    ['a state with the four fields', sound, rest],
    ['a state without them', {}, rest],
    ['no state', null, rest],
    ['null for one', { git_commit: null }, rest.slice(1)],
    ['undefined for one', { git_commit: undefined }, rest],
    ['all of them', Object.fromEntries(rest.map((field) => [field, null])), []],
  ];
  for (const [name, raw, missing] of cases) {
    it(`of ${name}: ${missing.length}`, () => {
      assert.deepEqual(missingToSave(raw), missing);
    });
  }
});
