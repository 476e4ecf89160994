import assert from 'node:assert/strict';
import { lineDiff } from '../../../src/core/install/lineDiff';

const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
const numbered = (count: number, name = 'line') =>
  Array.from({ length: count }, (_, index) => `${name} ${index}`);

describe('lines that differ', () => {
  const cases: readonly (readonly [
    name: string,
    before: readonly string[],
    after: readonly string[],
    expected: readonly string[],
  ])[] = [
    ['none', ['a'], ['a'], []],
    ['a new text', [], ['a', 'b'], ['+ a', '+ b']],
    ['a removed text', ['a', 'b'], [], ['- a', '- b']],
    ['an exchanged line', ['a', 'b', 'c'], ['a', 'x', 'c'], ['  a', '- b', '+ x', '  c']],
    [
      'several places, with what is between left out',
      ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
      ['a', 'new', 'b', 'c', 'd', 'e', 'f', 'g', 'other'],
      ['  a', '+ new', '  b', '  c', '  …', '  f', '  g', '- h', '+ other'],
    ],
    [
      'what is around a hook of the user, which stays',
      ['{', '"SessionStart": [', '"mine1"', '],', '"Stop": [', '"mine2"', ']', '}'],
      ['{', '"SessionStart": [', '"mine1",', '"ours"', '],', '"Stop": [', '"mine2"', ']', '}'],
      ['  "SessionStart": [', '  "mine1",', '+ "ours"', '  ],', '  "Stop": ['],
    ],
  ];
  for (const [name, before, after, expected] of cases) {
    it(`are shown: ${name}`, () => {
      assert.deepEqual(lineDiff(text(before), text(after)), expected);
    });
  }

  it('take the same line endings for none', () => {
    assert.deepEqual(lineDiff('a\r\nb\r\n', 'a\nb\n'), []);
  });

  it('are all shown where the texts are too long to compare', () => {
    const before = ['first', ...numbered(3_000, 'old'), 'last'];
    const after = ['first', ...numbered(3_000, 'new'), 'last'];
    const shown = lineDiff(text(before), text(after));
    assert.equal(shown.length, 6_002);
    assert.deepEqual([shown[0], shown[1], shown[3_001]], ['  first', '- old 0', '+ new 0']);
  });
});
