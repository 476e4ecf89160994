import assert from 'node:assert/strict';
import {
  decisionIds,
  decisionLinks,
  decisionMentions,
} from '../../../src/core/documents/decisionLinks';
import { filteredDecisions } from '../../../src/core/documents/decisionFilter';
import { loggedDecision } from '../../support/handoverPlans';

describe('mentions of decisions', () => {
  const cases: [text: string, ids: readonly string[]][] = [
    ['Scrypt (D2), see D3.', ['D2', 'D3']],
    ['D12는 D13을 대체, D14に従う', ['D12', 'D13', 'D14']],
    ['D1-D3, D4/D5 **D6** `D7` D08', ['D1', 'D3', 'D4', 'D5', 'D6', 'D7', 'D8']],
    ['D2 again: D2', ['D2']],
    ['D-012 and D-3', ['D12', 'D3']],
    ['ID1 3D2 D2x D3_a docs/D4.md D1234567890 d5 D', []],
  ];
  for (const [text, ids] of cases) {
    it(`in "${text}" are ${ids.join(', ') || 'none'}`, () => {
      assert.deepEqual(decisionIds(text), ids);
    });
  }

  it('tell where they are, and below which heading', () => {
    const text = 'D1\r\n# A\r\n```\r\n# no heading\r\nD2\r\n```\r\n## B\r\n- x D3';
    assert.deepEqual(decisionMentions(text), [
      { id: 'D1', line: 1, start: 0, end: 2, section: undefined },
      { id: 'D2', line: 5, start: 0, end: 2, section: 'A' },
      { id: 'D3', line: 8, start: 4, end: 6, section: 'B' },
    ]);
  });

  it('are bounded', () => {
    assert.equal(decisionMentions('D1 '.repeat(100_000)).length, 2000);
  });
});

describe('decisions', () => {
  const [first, second, third] = [
    loggedDecision(1, 'Sessions in Redis'),
    loggedDecision(2, '\u1100\u1161\u11a8 세션', { supersedes: 'd1, D2' }),
    loggedDecision(3, 'No Redis', { supersedes: 'D-01' }),
  ] as const;

  it('know what took their place, but never they themselves', () => {
    const links = decisionLinks([first, second, third]);
    assert.deepEqual(links.superseding('D1'), [second, third]);
    assert.deepEqual(links.superseding('D2'), []);
  });

  it('are found by words that are written in another way', () => {
    const found = (text: string) =>
      filteredDecisions([first, second, third], { types: [], text }).map(({ id }) => id);
    assert.deepEqual(found('redis'), ['D1', 'D3']);
    assert.deepEqual(found('각'), ['D2']);
    assert.deepEqual(found('sessions REDIS'), ['D1']);
  });
});
