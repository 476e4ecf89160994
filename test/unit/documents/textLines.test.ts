import assert from 'node:assert/strict';
import { joinLines, lineEndingOf, textLines } from '../../../src/core/documents/textLines';
import { handoverFixtures, handoverKinds } from '../../support/handoverFixtures';

describe('lines of a text', () => {
  for (const kind of handoverKinds) {
    for (const [name, bytes] of Object.entries(handoverFixtures(kind))) {
      it(`are the same text again when joined: ${kind}/${name}`, () => {
        // Bytes that are no text at all are for those who read the file to notice.
        const text = bytes.toString('latin1');
        const joined = joinLines(textLines(text));
        assert.ok(Buffer.from(joined, 'latin1').equals(bytes));
        assert.equal(joinLines(textLines(bytes.toString())), bytes.toString());
      });
    }
  }

  const cases: readonly (readonly [text: string, lines: string[]])[] = [
    ['', []],
    ['a', ['a']],
    ['a\n', ['a\n']],
    ['\n', ['\n']],
    ['a\r\nb\rc\n\nd', ['a\r\n', 'b\r', 'c\n', '\n', 'd']],
    ['\uFEFFa\u2028b\u0085\n', ['\uFEFFa\u2028b\u0085\n']],
  ];
  for (const [text, lines] of cases) {
    it(`of ${JSON.stringify(text)} are ${lines.length}`, () => {
      assert.deepEqual(
        textLines(text).map((line) => line.text + line.ending),
        lines,
      );
      assert.ok(textLines(text).every((line) => !/[\r\n]/.test(line.text)));
    });
  }

  const endings: readonly (readonly [text: string, ending: string])[] = [
    ['', '\n'],
    ['a\r\nb\r\nc\n', '\r\n'],
    ['a\r\nb\nc\n', '\n'],
  ];
  for (const [text, ending] of endings) {
    it(`of ${JSON.stringify(text)} end mostly with ${JSON.stringify(ending)}`, () => {
      assert.equal(lineEndingOf(text), ending);
    });
  }
});
