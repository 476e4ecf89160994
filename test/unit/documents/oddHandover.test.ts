import assert from 'node:assert/strict';
import { parseBuffer } from '../../../src/core/documents/buffer';
import { parseRoadmap } from '../../../src/core/documents/roadmap';
import { parseSpec } from '../../../src/core/documents/spec';
import { parseVerdicts } from '../../../src/core/documents/verdicts';
import type { DocumentProblem } from '../../../src/core/documents/documentProblem';
import { handoverFixtures } from '../../support/handoverFixtures';
import { hostileLines } from '../../support/hostileLines';

type Expected = Readonly<Record<string, readonly [lines: string[], problems: string[]]>>;

function describeReading(
  kind: 'buffer' | 'spec' | 'verdicts' | 'roadmap',
  read: (text: string) => { lines: string[]; problems: readonly DocumentProblem[] },
  expected: Expected,
): void {
  describe(`${kind} as it is found`, () => {
    const documents = handoverFixtures(kind);
    it('is tried in all its ways', () => {
      assert.deepEqual(Object.keys(expected).sort(), Object.keys(documents).sort());
    });
    for (const [name, [lines, problems]] of Object.entries(expected)) {
      it(`is read as far as it goes: ${name}`, () => {
        const found = read(documents[name]?.toString() ?? '');
        assert.deepEqual(found.lines, lines);
        assert.deepEqual(
          found.problems.map(({ line, code }) => `${line ?? 0} ${code}`),
          problems,
        );
      });
    }
    it('takes no longer for hostile lines than for others', () => {
      for (const line of hostileLines) {
        read(line);
      }
    }).timeout(20_000);
  });
}

describeReading(
  'buffer',
  (text) => {
    const { document, problems } = parseBuffer(text);
    const { updated, knowledge, skillCandidates, others } = document;
    return {
      lines: [
        String(updated),
        ...knowledge.map(
          ({ tag, description, source, line, endLine }) =>
            `${line}-${endLine} ${tag} ${description} < ${Object.values(source ?? {}).join(' / ')}`,
        ),
        ...skillCandidates.map(
          ({ name, specs, occurrences, line }) =>
            `${line} ${name}: ${specs.join(' + ')} × ${occurrences}`,
        ),
        ...others.map(({ text: words, line }) => `${line} ? ${words}`),
      ],
      problems,
    };
  },
  {
    plain: [
      [
        '2026-02-20T12:30:00Z',
        '5-5 PATTERN Wait for the lock, then read again < login / builder / 3',
        '6-6 INCIDENT The cache kept old sessions < cache / Inspector / 1.4',
        '7-7 REFERENCE RFC 6265 says what a cookie may hold < login',
        '10 lock-then-read: login + cache × 2',
      ],
      [],
    ],
    odd: [
      [
        'null',
        '5-5 PATTERN 書き込みは一度に < ログイン / 実装者 / 2',
        '6-8 INCIDENT Over two lines,\nand a nested list:\n- [PATTERN] not an entry of its own < ',
        '9-9 REFERENCE A link (see (this)) < retro / Lead',
        '12-12 PATTERN With a colon < ',
        '28-28 PATTERN In another section < ',
        '23 retry-loop: login + cache × 3',
        '24 only-a-name:  × 1',
        '10 ? [LESSON] A tag of our own (source: login)',
        '11 ? No tag at all',
      ],
      ['2 invalid-field', '10 unknown-type', '11 unknown-type', '24 malformed-entry'],
    ],
    withoutMarks: [
      [
        '2026-02-20T12:30:00Z',
        '5-6 PATTERN A paragraph,\nover two lines < ログイン / 実装者 / 2',
        '8-8 INCIDENT Another < login / 구현자 / 3',
        '10-12 REFERENCE A heading\nand what is below it\n- Why: a nested list < ',
        '13-13 PATTERN An entry of its own < ',
      ],
      [],
    ],
    cleared: [['2026-02-20T12:30:00+09:00'], []],
    conflict: [
      [
        '2026-02-20T12:30:00Z',
        '9-9 PATTERN a < ',
        '11-11 PATTERN ours < ',
        '13-13 PATTERN theirs < ',
        '15-15 INCIDENT last < ',
      ],
      [2, 4, 6, 10, 12, 14].map((line) => `${line} conflict-marker`),
    ],
  },
);

describeReading(
  'spec',
  (text) => {
    const { spec, problems } = parseSpec(text);
    const { phase, blocked_info, roadmap, dependencies } = spec;
    return {
      lines: [phase, JSON.stringify(blocked_info), roadmap?.wave, dependencies?.join(' ')].map(
        (each) => String(each),
      ),
      problems,
    };
  },
  {
    plain: [['implementation-complete', 'null', '3', 'design cache'], []],
    blocked: [
      [
        'blocked',
        '{"blocked_by":"cache","reason":"the cache is not there","blocked_at_phase":"design-generated"}',
        '2b',
        'cache',
      ],
      [],
    ],
    odd: [['3', '"[\\"a\\"]"', 'undefined', 'login cache'], ['6 malformed-entry']],
    conflict: [
      ['implementation-complete', 'undefined', '1', 'undefined'],
      ['2 conflict-marker', '4 conflict-marker', '6 conflict-marker'],
    ],
    aliases: [['undefined', 'undefined', 'undefined', 'undefined'], ['0 malformed-entry']],
    notAnObject: [['undefined', 'undefined', 'undefined', 'undefined'], ['0 malformed-entry']],
    broken: [['implementation-complete', 'undefined', '2', 'undefined'], ['5 malformed-entry']],
    empty: [['undefined', 'undefined', 'undefined', 'undefined'], []],
  },
);

describeReading(
  'verdicts',
  (text) => {
    const { review, tracked, problems } = parseVerdicts(text);
    const said = review && `${review.batch}: ${review.isBlocked ? 'blocked' : 'passed'}`;
    return {
      lines: [String(said), ...tracked.map((each) => `${each.line} ${each.text}`)],
      problems,
    };
  },
  {
    plain: [
      [
        'B2 impl: passed',
        '27 H|timeout|Spec 4.AC3|"合理的な待機後" has no number',
        '28 M|naming|Spec 1|two names for one thing',
      ],
      [],
    ],
    table: [
      [
        'Impl-B1 Implementation Review (v1.1.0): passed',
        '12 M | error-handling | Spec 7 | `a \\| b` is not handled',
        '13 L | info | spec.yaml | 버전',
      ],
      [],
    ],
    bullets: [
      [
        'Round 2: blocked',
        '8 Name the cookie in all three places also in the tests',
        '11 Remove the cache',
      ],
      [],
    ],
    nothingTracked: [['B1 a: passed'], []],
    conflict: [
      ['B1 a: passed', '5 ours', '7 theirs'],
      ['4 conflict-marker', '6 conflict-marker', '8 conflict-marker'],
    ],
  },
);

describeReading(
  'roadmap',
  (text) => {
    const { roadmap, problems } = parseRoadmap(text);
    return {
      lines: [
        String(roadmap.status),
        ...roadmap.waves.map(({ wave, title, line }) => `${line} wave ${wave} ${title}`.trim()),
        ...roadmap.specs.map(
          ({ name, wave, status, line }) => `${line} ${name} in ${wave ?? '-'}: ${status ?? '-'}`,
        ),
      ],
      problems,
    };
  },
  {
    plain: [
      [
        'active (two waves left)',
        '8 wave 1 Foundation',
        '16 wave 2 Login',
        '13 core in 1: implementation-complete',
        '14 cache in 1: design-generated',
        '17 login in 2: done',
        '18 sessions in 2: open',
        '19 audit in 2: design-approved',
      ],
      [],
    ],
    oneTable: [
      [
        'undefined',
        '5 wave 1',
        '6 wave 2',
        '5 core in 1: done',
        '6 login in 2: 進行中',
        '7 core in 2: done',
      ],
      ['7 duplicate-id'],
    ],
    otherLanguages: [
      [
        'undefined',
        '1 wave 1 基盤',
        '4 wave 2 ログイン',
        '7 wave 3 배포',
        '2 core in 1: -',
        '5 login in 2: implementation-complete',
        '8 installer in 3: open',
      ],
      [],
    ],
    free: [['undefined'], []],
    conflict: [
      ['undefined', '1 wave 1', '3 core in 1: done', '5 core in 1: open', '6 login in 1: -'],
      ['2 conflict-marker', '4 conflict-marker', '7 conflict-marker'],
    ],
  },
);
