import assert from 'node:assert/strict';
import { JsonSyntaxError, type JsonNode, parseJsonTree } from '../../../src/core/install/jsonTree';
import { createRandom, randomlyWritten, randomObject } from '../../support/generatedJson';

describe('JSON with places', () => {
  /** The value, put together from the places alone. */
  function valueOf(text: string, node: JsonNode): unknown {
    switch (node.kind) {
      case 'scalar':
        return JSON.parse(text.slice(node.start, node.end));
      case 'array':
        return node.items.map(({ value }) => valueOf(text, value));
      case 'object':
        return Object.fromEntries(
          node.items.map(({ key = '', value }) => [key, valueOf(text, value)]),
        );
    }
  }

  it('finds what JSON.parse finds', () => {
    const random = createRandom(1);
    for (let round = 0; round < 500; round++) {
      const text = randomlyWritten(randomObject(random, 4), random);
      const expected: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
      assert.deepEqual(valueOf(text, parseJsonTree(text)), expected, text);
    }
  });

  it('refuses what JSON.parse refuses, and nothing else', () => {
    const random = createRandom(2);
    const characters = '{}[]",:\\ \n\t0-1.eEtruefalsn\u0001x/*';
    let refused = 0;
    for (let round = 0; round < 5000; round++) {
      const good = randomlyWritten(randomObject(random, 3), random).replace(/^\uFEFF/, '');
      const at = random(good.length + 1);
      const put = random(3) === 0 ? '' : (characters[random(characters.length)] ?? '');
      const text = good.slice(0, at) + put + good.slice(at + random(2));
      let isGood = true;
      try {
        JSON.parse(text);
      } catch {
        isGood = false;
        refused++;
      }
      if (isGood) {
        parseJsonTree(text);
      } else {
        assert.throws(() => parseJsonTree(text), JsonSyntaxError, JSON.stringify(text));
      }
    }
    assert.ok(refused > 500);
  });

  it('says where it stops', () => {
    const cases: [text: string, at: number][] = [
      ['', 0],
      ['{"a":}', 5],
      ['{"a": 1,}', 8],
      ['{\n  "a": 1\n  "b": 2\n}', 13],
      ['{"a": 1} x', 9],
      ['{"a": "x\ny"}', 8],
      ['{"a": "\\q"}', 7],
      ['// no\n{}', 0],
      ['{"a": 01}', 7],
      ['['.repeat(1000), 200],
    ];
    for (const [text, at] of cases) {
      assert.throws(
        () => parseJsonTree(text),
        (error: unknown) => error instanceof JsonSyntaxError && error.at === at,
        JSON.stringify(text),
      );
    }
  });
});
