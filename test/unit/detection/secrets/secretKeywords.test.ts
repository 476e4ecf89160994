import assert from 'node:assert/strict';
import { keywordsIn } from '../../../../src/core/detection/secrets/secretKeywords';
import { secretRules } from '../../../../src/core/detection/secrets/secretRules';

describe('keywords of secrets', () => {
  const keywords = [...new Set(secretRules.flatMap((rule) => rule.keywords))];
  const padding = '. '.repeat(200);

  it('are found in long texts as in short ones, also where one lies in another', () => {
    // Only then they are looked for in one go.
    keywordsIn('. '.repeat(48 * 1024));
    for (const one of keywords) {
      for (const other of keywords) {
        // As far as they overlap, so that a match of the first takes letters of the second.
        const shared = [...Array(other.length).keys()]
          .reverse()
          .find((length) => one.endsWith(other.slice(0, length)));
        const text = `${padding}${one}${other.slice(shared)}${padding}`;
        const isThere = keywordsIn(text);
        for (const keyword of [one, other]) {
          assert.ok(isThere(keyword), `${keyword} in ${one}${other.slice(shared)}`);
        }
      }
    }
  });

  it('are not found where they are not', () => {
    const isThere = keywordsIn(padding);
    assert.deepEqual(keywords.filter(isThere), []);
  });
});
