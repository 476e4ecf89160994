import assert from 'node:assert/strict';
import { momentOf } from '../../../src/core/transcript/lineValues';
import { ending, hasPhrase, oneOf, opening } from '../../../src/core/transcript/phrases';

describe('words in a text', () => {
  const cause = (text: string) => hasPhrase(text, ['problem', 'cause'], [' is', ' was', '']);
  const error = (text: string) => hasPhrase(text, ['error'], ['', 's'], { isWithinWord: true });

  it('are whole words', () => {
    for (const text of [
      'problem',
      'the cause is',
      'a problem, a cause',
      'because cause',
      '원인 cause',
    ]) {
      assert.ok(cause(text), text);
    }
    for (const text of [
      '',
      'problems',
      'because',
      'causes is',
      'a_problem',
      'problem_',
      '1cause',
    ]) {
      assert.ok(!cause(text), text);
    }
  });

  it('may begin within a word where that is asked for, and end one', () => {
    for (const text of [
      'typeerror: x',
      'errors',
      '2 errors.',
      'errorhandler failed with an error',
    ]) {
      assert.ok(error(text), text);
    }
    for (const text of ['errorhandler', 'erro', 'errors_0', 'errored']) {
      assert.ok(!error(text), text);
    }
  });

  it('begin or end a text, or are all of it', () => {
    const isPlan = opening("i'll|if");
    assert.deepEqual(["i'll see", 'if', 'if so'].filter(isPlan).length, 3);
    assert.deepEqual(['iffy', 'as if', "i'llness"].filter(isPlan), []);
    const isDone = ending('했습니다|하였습니다', '수정|추가');
    assert.deepEqual(['src/a.ts 를 수정했습니다', '추가하였습니다'].filter(isDone).length, 2);
    assert.deepEqual(['확인했습니다', '수정했습니다만', '했습니다'].filter(isDone), []);
    assert.deepEqual(['note', 'heads up', 'notes'].filter(oneOf('note|heads up')), [
      'note',
      'heads up',
    ]);
  });
});

describe('a moment in a transcript', () => {
  const whole = '2026-11-18T23:59:59.123Z';

  it('is kept as it was written', () => {
    for (const text of [
      whole,
      '2026-01-01T00:00',
      '2026-12-31T10:00:00+0530',
      '2026-12-31T10:00:00-05:30',
    ]) {
      assert.equal(momentOf(text), text);
    }
  });

  it('is none where no clock and no calendar shows it', () => {
    const wrong: unknown[] = ['', 'now', '2026-11-18', `${whole} `, 20261118, undefined];
    for (const [from, to] of [
      ['-11-', '-00-'],
      ['-11-', '-13-'],
      ['-18T', '-00T'],
      ['-18T', '-32T'],
      ['T23', 'T24'],
      [':59:', ':60:'],
    ] as const) {
      wrong.push(whole.replace(from, to));
    }
    for (const value of wrong) {
      assert.equal(momentOf(value), undefined, String(value));
    }
  });
});
