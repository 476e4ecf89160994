import assert from 'node:assert/strict';
import { withAddedDecisions, withSessionDecisions } from '../../../src/core/documents/keyDecisions';

const line = (id: string | undefined, text: string) => ({ id, text, isReference: true });
const continuing = '**Continuing from previous sessions:**';
const added = '**Added this session:**';

describe('key decisions', () => {
  it('are added at the end of those of this session', () => {
    const items = [line('D7', 'x (D7)'), line('D8', 'y (D8)')];
    const cases: readonly (readonly [string, string])[] = [
      ['', `${added}\n1. x (D7)\n2. y (D8)`],
      [`${added}\n1. a`, `${added}\n1. a\n2. x (D7)\n3. y (D8)`],
      [`${added}\n- a\n  more`, `${added}\n- a\n  more\n- x (D7)\n- y (D8)`],
      [`${continuing}\n1. a`, `${continuing}\n1. a\n\n${added}\n1. x (D7)\n2. y (D8)`],
      [
        `${added}\n1. a\n\n**Obsoleted:**\n- o`,
        `${added}\n1. a\n2. x (D7)\n3. y (D8)\n\n**Obsoleted:**\n- o`,
      ],
      ['my list\n- a', `my list\n- a\n\n${added}\n1. x (D7)\n2. y (D8)`],
      [`**added THIS session**:\n1) a`, `**added THIS session**:\n1) a\n2. x (D7)\n3. y (D8)`],
    ];
    for (const [before, after] of cases) {
      assert.equal(withAddedDecisions(before, items), after);
    }
    assert.equal(withAddedDecisions('  odd\n', []), '  odd\n');
  });

  it('go on from before, and those of this session stay', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['', `${added}\n1. x (D7)`],
      [
        `${continuing}\n1. a\n\n${added}\n1. b\n   more\n2. my words for D7`,
        `${continuing}\n1. a\n2. b\n   more\n\n${added}\n1. my words for D7`,
      ],
      ['- a\n- b', `${continuing}\n- a\n- b\n\n${added}\n1. x (D7)`],
      [`intro\n\n${added}\n1. a`, `intro\n\n${continuing}\n1. a\n\n${added}\n1. x (D7)`],
      [
        `${continuing}\n1. a\n\n**Obsoleted:**\n- o`,
        `${continuing}\n1. a\n\n${added}\n1. x (D7)\n\n**Obsoleted:**\n- o`,
      ],
      // Of a log that was lost, perhaps: two lines are better than none.
      [`${continuing}\n1. other (D7)`, `${continuing}\n1. other (D7)\n\n${added}\n1. x (D7)`],
    ];
    for (const [before, after] of cases) {
      assert.equal(withSessionDecisions(before, [line('D7', 'x (D7)')]), after);
    }
  });

  it('are not taken for one that names the number of a new one', () => {
    assert.equal(
      withSessionDecisions(`${added}\n1. instead of D7 (D6)`, [{ id: 'D7', text: 'x (D7)' }]),
      `${continuing}\n1. instead of D7 (D6)\n\n${added}\n1. x (D7)`,
    );
  });

  it('stay where a draft wrote the same words, also one that is given as a new one', () => {
    const asNew = [
      { id: 'D7', text: 'x (D7)' },
      { id: 'D8', text: 'y (D8)' },
    ];
    assert.equal(
      withSessionDecisions(`${added}\n1. a\n2. x (D7)\n`, asNew),
      `${continuing}\n1. a\n\n${added}\n1. x (D7)\n2. y (D8)`,
    );
  });

  it('are counted anew, also where one line names two', () => {
    assert.equal(
      withSessionDecisions(`${added}\n1. both D1 and D2\n2. c\n3. d`, [
        line('D1', 'one'),
        line('D2', 'two'),
        line(undefined, 'no number'),
      ]),
      `${continuing}\n1. c\n2. d\n\n${added}\n1. both D1 and D2\n2. no number`,
    );
  });

  it('take the place of a word for none', () => {
    const one = [line('D1', 'one')];
    assert.equal(withAddedDecisions('なし', one), withAddedDecisions('', one));
    assert.equal(withAddedDecisions(`${added}\n(none)`, one), withAddedDecisions('', one));
    assert.equal(
      withSessionDecisions(`${continuing}\n없음\n\n${added}\n- None.`, one),
      withSessionDecisions('', one),
    );
  });
});
