import assert from 'node:assert/strict';
import { rulesFor } from '../../../../src/core/detection/secrets/secretKeywords';
import { secretRules } from '../../../../src/core/detection/secrets/secretRules';

describe('rules for the keywords of a text', () => {
  const keywords = [...new Set(secretRules.flatMap((rule) => rule.keywords))];
  const padding = '. '.repeat(200);

  const assertRules = (text: string) => {
    const present = secretRules.filter((rule) => rule.keywords.some((each) => text.includes(each)));
    assert.deepEqual(
      new Set(rulesFor(text).map(({ id }) => id)),
      new Set(present.map(({ id }) => id)),
      text.trim(),
    );
  };

  it('are found in short texts', () => {
    for (const keyword of keywords) {
      assertRules(keyword);
      assertRules(`a_${keyword}-b`);
    }
    assertRules('');
    assertRules('nothing at all');
  });

  it('are found in long texts as in short ones, also where one lies in another', () => {
    // Only then they are looked for in one go.
    rulesFor('. '.repeat(48 * 1024));
    for (const one of keywords) {
      for (const other of keywords) {
        // As far as they overlap, so that a match of the first takes letters of the second.
        const shared = [...Array(other.length).keys()]
          .reverse()
          .find((length) => one.endsWith(other.slice(0, length)));
        assertRules(`${padding}${one}${other.slice(shared)}${padding}`);
      }
    }
    assertRules(padding);
  });
});
