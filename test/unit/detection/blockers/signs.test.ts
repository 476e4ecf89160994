import assert from 'node:assert/strict';
import { patternsOf } from '../../../../src/core/detection/blockers/ecosystem';
import { ecosystems } from '../../../../src/core/detection/blockers/ecosystems';
import { requiredWords } from '../../../../src/core/detection/blockers/requiredWords';
import { createOutputLines } from '../../../../src/core/detection/blockers/outputLines';
import { createWordSearch } from '../../../../src/core/detection/blockers/wordSearch';

describe('the words that a pattern needs', () => {
  const cases: readonly (readonly [RegExp, unknown])[] = [
    [/^error: could not compile /, [[[': could not compile ']]]],
    [/a(?:bcd|efg)?hij/, [[['hij']]]],
    [/x(?:Alpha|Beta)y\d+zz/, [[['xAlphay', 'xBetay'], ['zz']]]],
    [/(?:warn|(?:e|E)rr)or: \w/, [[['warnor: ', 'error: ', 'Error: ']]]],
    [/(?:one|two\d)three/, [[['three'], ['one', 'two']]]],
    [/foo[abc]bar*/, [[['foo'], ['ba']]]],
    [/one\.two\tthree\b four five/, [[['.two\tthree four five']]]],
    [/one|two/, [[['one']], [['two']]]],
    [/(?!never)(?<name>ever)/, [[['ever']]]],
    [/^\s+● /, [[['● ']]]],
  ];
  for (const [pattern, words] of cases) {
    it(pattern.source, () => {
      assert.deepEqual(requiredWords(pattern), words);
    });
  }

  for (const pattern of [/(a+)bc\1/, /(?<name>a+)bc\k<name>/, /abc\u2717/, /abc\x41/, /abc/i]) {
    // In one pattern with others, or read letter by letter, it would mean something else.
    it(`are not told of ${String(pattern)}`, () => {
      assert.throws(() => requiredWords(pattern));
    });
  }

  it('are known for every sign of the table', () => {
    for (const each of ecosystems) {
      for (const sign of patternsOf(each)) {
        assert.doesNotThrow(() => requiredWords(sign), each.name);
      }
    }
  });
});

describe('the search for words', () => {
  const words = ['error', 'err', 'rror', 'fail', 'naïve'];

  function found(text: string, size: number): string[] {
    const lines: string[] = [];
    const reader = createOutputLines(createWordSearch(words), {
      meaningOf: (found) =>
        [...found]
          .map((number) => words[number])
          .sort()
          .join(' '),
      isWanted: () => true,
      onMatch: (line, found) => {
        lines.push(`${line}: ${found}`);
      },
      onLast: (line) => {
        lines.push(`last ${line}`);
      },
      onStop: () => {
        lines.push('stop');
      },
    });
    const bytes = Buffer.from(text);
    for (let start = 0; start < bytes.length; start += size) {
      reader.push(bytes.subarray(start, start + size));
    }
    reader.end();
    return lines;
  }

  it('finds words in words, in whatever pieces', () => {
    const text = 'an error here\nnothing\r\nit failed naïve\n^C\n  \n';
    const expected = [
      'an error here: err error rror',
      'it failed naïve: fail naïve',
      'stop',
      'last ^C',
    ];
    for (const size of [1, 2, 3, 5, 100]) {
      assert.deepEqual(found(text, size), expected, `pieces of ${size}`);
    }
  });

  it('reads through colours, and sees what other controls leave', () => {
    const text =
      'an \u001B[31mer\u001B[1;39mror\u001B[0m\u001B[K here\n' +
      'faix\bl\n\u001B]0;error\u0007fine\nfa\u0000il\nup\u001B[Aerr\u001B[2Jor\n';
    const expected = [
      'an error here: err error rror',
      'fail: fail',
      'fail: fail',
      'error: err error rror',
      'last error',
    ];
    for (const size of [1, 2, 3, 5, 7, 100]) {
      assert.deepEqual(found(text, size), expected, `pieces of ${size}`);
    }
  });

  it('does not read what a test that passed is called', () => {
    const text = '  ✓ says error\n\u001B[32m✔\u001B[39m fail\n√ err\n✗ err\n';
    for (const size of [1, 4, 100]) {
      assert.deepEqual(found(text, size), ['✗ err: err', 'last ✗ err'], `pieces of ${size}`);
    }
  });

  it('tells lines apart that hold the same words in another order', () => {
    const text = 'fail err\nerr fail\nfail err\n'.repeat(3);
    const expected = 'fail err: err fail\nerr fail: err fail\nfail err: err fail';
    assert.equal(
      found(text, 100).slice(0, -1).join('\n'),
      [expected, expected, expected].join('\n'),
    );
  });

  it('looks only at the beginning of a long line', () => {
    const text = `fail ${'x'.repeat(2_000_000)} error\nerr\n`;
    const [first = '', second] = found(text, 65_536);
    assert.equal(first.length, 1_000 + ': fail'.length);
    assert.equal(second, 'err: err');
  });
});
