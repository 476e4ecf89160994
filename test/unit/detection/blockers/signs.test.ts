import assert from 'node:assert/strict';
import { ecosystems } from '../../../../src/core/detection/blockers/ecosystems';
import { requiredWords } from '../../../../src/core/detection/blockers/requiredWords';
import { createOutputLines } from '../../../../src/core/detection/blockers/outputLines';
import { createWordSearch } from '../../../../src/core/detection/blockers/wordSearch';

describe('the words that a pattern needs', () => {
  const cases: readonly (readonly [RegExp, unknown])[] = [
    [/^error: could not compile /, [[['compile'], ['error'], ['could'], ['not']]]],
    [/a(?:bcd|efg)?hij/, [[['hij']]]],
    [/x(?:Alpha|Beta)y\d+zz/, [[['alpha', 'beta'], ['zz']]]],
    [/foo[abc]bar*/, [[['foo'], ['ba']]]],
    [/one|two/, [[['one']], [['two']]]],
    [/(?!never)(?<name>ever)/, [[['ever']]]],
    [/^\s+● /, [[['●']]]],
  ];
  for (const [pattern, words] of cases) {
    it(pattern.source, () => {
      assert.deepEqual(requiredWords(pattern), words);
    });
  }

  it('are known for every sign of the table', () => {
    for (const { name, failures, passes = [], places = [] } of ecosystems) {
      for (const sign of [...failures.map((each) => each.sign), ...passes, ...places]) {
        assert.doesNotThrow(() => requiredWords(sign), name);
        assert.equal(sign.flags.replace('i', ''), '', `${sign.source} keeps a state`);
      }
    }
  });
});

describe('the search for words', () => {
  const words = ['error', 'err', 'rror', 'fail', 'naïve'];

  function found(text: string, size: number): string[] {
    const lines: string[] = [];
    const reader = createOutputLines(createWordSearch(words), {
      isWanted: () => true,
      onMatch: (line, numbers) => {
        lines.push(
          `${line}: ${[...numbers]
            .map((number) => words[number])
            .sort()
            .join(' ')}`,
        );
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

  it('finds words in words, whatever their case, in whatever pieces', () => {
    const text = 'an ERROR here\nnothing\r\nit Failed naïve\n^C\n  \n';
    const expected = [
      'an ERROR here: err error rror',
      'it Failed naïve: fail naïve',
      'stop',
      'last ^C',
    ];
    for (const size of [1, 2, 3, 5, 100]) {
      assert.deepEqual(found(text, size), expected, `pieces of ${size}`);
    }
  });

  it('looks only at the beginning of a long line', () => {
    const text = `fail ${'x'.repeat(2_000_000)} error\nerr\n`;
    const [first = '', second] = found(text, 65_536);
    assert.equal(first.length, 1_000 + ': fail'.length);
    assert.equal(second, 'err: err');
  });
});
