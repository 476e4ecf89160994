import assert from 'node:assert/strict';
import { parseDecisions } from '../../../src/core/documents/decisions';
import { decisionTypes } from '../../../src/core/documents/decisionTypes';
import { folded } from '../../../src/core/documents/documentProblem';
import { msg, render } from '../../../src/core/support/message';
import { hostileLines } from '../../support/hostileLines';

const entry = (id: number, type = 'USER_DECISION', at = '2026-01-15T10:30:00Z') =>
  `[${at}] D${id}: ${type} | Summary ${id}\n- Context: c\n- Decision: d\n- Reason: r\n- Impact: i\n- Source: s\n`;

function codes(document: string) {
  return parseDecisions(document).problems.map(({ code, line }) => `${line ?? 0} ${code}`);
}

describe('decisions.md', () => {
  it('reads every field of an entry', () => {
    const { decisions, problems } = parseDecisions(
      `# Decisions\n\n[2026-01-15T10:30:00+09:00] D7: STEERING_EXCEPTION | 예외 | 사항\n- Context: c\n- Decision: d\n- Reason: r\n- Impact: i\n- Source: s\n- Steering-ref: tech.md\n- supersedes: D3\n`,
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(decisions, [
      {
        id: 'D7',
        at: '2026-01-15T10:30:00+09:00',
        type: 'STEERING_EXCEPTION',
        summary: '예외 | 사항',
        context: 'c',
        decision: 'd',
        reason: 'r',
        impact: 'i',
        source: 's',
        steeringRef: 'tech.md',
        supersedes: 'D3',
        line: 3,
      },
    ]);
  });

  it('knows all eight types', () => {
    const document = decisionTypes
      .map((type, index) => `${entry(index + 1, type)}- Steering-ref: tech.md\n`)
      .join('\n');
    assert.deepEqual(codes(document), []);
    assert.deepEqual(
      parseDecisions(document).decisions.map(({ type }) => type),
      [...decisionTypes],
    );
  });

  const shapes: [name: string, heading: string][] = [
    ['a heading', '## [2026-01-15T10:30:00Z] D1: USER_DECISION | s'],
    ['a bullet', '- [2026-01-15T10:30:00Z] D1: USER_DECISION | s'],
    ['bold', '**[2026-01-15T10:30:00Z]** **D1**: USER_DECISION | s'],
    ['a date only', '[2026-01-15] D1: USER_DECISION | s'],
    ['leading zeros', '[2026-01-15T10:30:00Z] D001: USER_DECISION | s'],
  ];
  for (const [name, heading] of shapes) {
    it(`takes an entry written as ${name}`, () => {
      const { decisions, problems } = parseDecisions(`${heading}\n- Reason: r\n- Impact: i`);
      assert.deepEqual(problems, []);
      assert.equal(decisions[0]?.id, 'D1');
      assert.equal(decisions[0].summary, 's');
      assert.equal(decisions[0].reason, 'r');
    });
  }

  it('keeps lines that continue a field, and CRLF and a BOM do no harm', () => {
    const { decisions } = parseDecisions(
      '\uFEFF[2026-01-15T10:30:00Z] D1: USER_DECISION | s\r\n- Reason: first\r\n  second\r\n\r\nnot part of it\r\n- Impact: i\r\n',
    );
    assert.equal(decisions[0]?.reason, 'first\nsecond');
    assert.equal(decisions[0].impact, 'i');
  });

  it('does not take examples in a code fence for entries', () => {
    const { decisions } = parseDecisions('```\n' + entry(1) + '```\n' + entry(2));
    assert.deepEqual(
      decisions.map(({ id }) => id),
      ['D2'],
    );
  });

  it('does not lose what follows a fence that is never closed', () => {
    assert.equal(parseDecisions('```\n' + entry(1) + entry(2)).decisions.length, 2);
  });

  const odd: [name: string, document: string, problems: string[], entries: number][] = [
    ['an unknown type', entry(1, 'HUNCH'), ['1 unknown-type'], 1],
    ['a time that is none', entry(1, 'USER_DECISION', 'yesterday'), ['1 invalid-field'], 1],
    ['a number used twice', entry(1) + entry(1), ['7 duplicate-id'], 2],
    ['an entry without type', '[2026-01-15] D4 something\n' + entry(5), ['1 malformed-entry'], 2],
    [
      'a note that begins with a time',
      '- [soon, 3 pm] D4 is due\n' + entry(5),
      ['1 malformed-entry'],
      1,
    ],
    [
      'conflict markers',
      `<<<<<<< HEAD\n${entry(1)}=======\n${entry(2)}>>>>>>> other\n`,
      ['1 conflict-marker', '8 conflict-marker', '15 conflict-marker'],
      2,
    ],
    ['a task list', '- [ ] D4 ask the reviewers\n' + entry(5), [], 1],
    ['an example in an indented block', `    ${entry(4)}` + entry(5), [], 1],
    ['a heading underlined with equals signs', `Log\n=======\n${entry(1)}`, [], 1],
  ];
  for (const [name, document, problems, entries] of odd) {
    it(`reports ${name} and keeps the rest`, () => {
      assert.deepEqual(codes(document), problems);
      assert.equal(parseDecisions(document).decisions.length, entries);
    });
  }

  it('folds problems of a kind where everything is listed', () => {
    const document = Array.from({ length: 9 }, (_, index) => entry(index + 1, 'HUNCH')).join('');
    const shown = folded(parseDecisions(`${document}[soon] D10: SESSION_END | x\n`).problems);
    assert.deepEqual(
      shown.map(({ code, line }) => `${line ?? 0} ${code}`),
      [1, 7, 13, 19, 25].map((line) => `${line} unknown-type`).concat('55 invalid-field'),
    );
    assert.match(render(shown[4]?.message ?? msg('')), /^D5: .* There are 4 more of this kind\.$/);
  });

  it('reads an empty document', () => {
    assert.deepEqual(parseDecisions(''), { decisions: [], problems: [] });
  });

  it('takes no longer for hostile lines than for others', () => {
    for (const line of hostileLines) {
      parseDecisions(line);
    }
  });
});
