import assert from 'node:assert/strict';
import { ecosystems } from '../../../../src/core/detection/blockers/ecosystems';
import { requiredWords } from '../../../../src/core/detection/blockers/requiredWords';
import {
  createOutputLines,
  screenControls,
} from '../../../../src/core/detection/blockers/outputLines';
import { createWordSearch } from '../../../../src/core/detection/blockers/wordSearch';

describe('the words that a pattern needs', () => {
  const cases: readonly (readonly [RegExp, unknown])[] = [
    [/^error: could not compile /, [[['not compile ']]]],
    [/a(?:bcd|efg)?hij/, [[['hij']]]],
    [/x(?:Alpha|Beta)y\d+zz/, [[['Alpha', 'Beta'], ['zz']]]],
    [/foo[abc]bar*/, [[['foo'], ['ba']]]],
    [/one\.two\tthree\b four/, [[['o\tthree four']]]],
    [/one|two/, [[['one']], [['two']]]],
    [/(?!never)(?<name>ever)/, [[['ever']]]],
    [/^\s+● /, [[['● ']]]],
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
      }
    }
  });
});

describe('the search for words', () => {
  const words = [...screenControls, 'error', 'err', 'rror', 'fail', 'naïve'];

  function found(text: string, size: number): string[] {
    const lines: string[] = [];
    const reader = createOutputLines(createWordSearch(words), {
      isWanted: () => true,
      onMatch: (line, found) => {
        lines.push(
          `${line}: ${found.numbers
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

  it('looks only at the beginning of a long line', () => {
    const text = `fail ${'x'.repeat(2_000_000)} error\nerr\n`;
    const [first = '', second] = found(text, 65_536);
    assert.equal(first.length, 1_000 + ': fail'.length);
    assert.equal(second, 'err: err');
  });
});
