import assert from 'node:assert/strict';
import { secretRules } from '../../../../src/core/detection/secrets/secretRules';
import { findSecrets, secretSpans } from '../../../../src/core/detection/secrets/secretScan';
import {
  fileNearMisses,
  harmless,
  nearMisses,
  secretSamples,
  textSamples,
} from '../../../support/secretSamples';

const rulesIn = (text: string) => findSecrets(text).map(({ rule }) => rule);

describe('secret rules', () => {
  for (const [rule, text] of secretSamples) {
    it(`${rule} finds ${text.slice(0, 24).replace(/\s+/g, ' ')}…`, () => {
      assert.deepEqual(rulesIn(text), [rule]);
    });
  }

  for (const [rule, text] of textSamples) {
    it(`${rule} takes out of a text, without stopping a commit: ${text}`, () => {
      assert.deepEqual(
        secretSpans(text).map((span) => span.rule),
        [rule],
      );
      assert.deepEqual(rulesIn(text), []);
    });
  }

  for (const [name, text] of [...nearMisses, ...harmless]) {
    it(`do not take for a secret: ${name}, ${text.slice(0, 40).replace(/\s+/g, ' ')}`, () => {
      assert.deepEqual(rulesIn(text), []);
    });
  }

  for (const text of fileNearMisses) {
    it(`stop no commit for ${text}`, () => {
      assert.deepEqual(rulesIn(text), []);
    });
  }

  it('have a sample each', () => {
    const sampled = new Set([...secretSamples, ...textSamples].map(([rule]) => rule));
    assert.deepEqual(
      secretRules.filter(({ id }) => !sampled.has(id)),
      [],
    );
  });

  it('have ids of their own that read well in a setting', () => {
    const ids = secretRules.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(
      ids.filter((id) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id)),
      [],
    );
  });

  it('are looked up by keywords in lower case', () => {
    for (const { id, keywords } of secretRules) {
      assert.deepEqual(
        keywords.filter((keyword) => keyword.length < 2 || keyword !== keyword.toLowerCase()),
        [],
        id,
      );
    }
  });

  // What makes every rule linear: no position in a text can cost more than a fixed number of steps.
  it('repeat nothing without a bound', () => {
    for (const { id, pattern } of secretRules) {
      const { source, global } = pattern();
      const outsideClasses = source
        .replace(/\\./g, '_')
        .replace(/\[[^\]]*\]/g, '_')
        .replace(/\(\?<?[=!]/g, '(');
      assert.doesNotMatch(outsideClasses, /[*+]|\{\d+,\}/, id);
      assert.ok(global, id);
    }
  });
});
