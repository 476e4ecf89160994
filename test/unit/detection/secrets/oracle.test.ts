import assert from 'node:assert/strict';
import { lintSource } from '@secretlint/core';
import { creator as preset, rules } from '@secretlint/secretlint-rule-preset-recommend';
import { findSecrets } from '../../../../src/core/detection/secrets/secretScan';
import {
  generated,
  harmless,
  nearMisses,
  pem,
  secretSamples,
} from '../../../support/secretSamples';

/** Texts that secretlint reports and Baton does not, each with the reason. */
const exceptions: readonly (readonly [reason: string, text: string])[] = [
  ['an account number opens nothing', `aws_account_id = ${generated(12, '123456789')}`],
  ['the name of a role opens nothing', `role: ${'AROA' + generated(16, 'ABCDEFGHJ23456')}`],
  ['a placeholder: no digit', 'xo' + 'xb-your-token-goes-here'],
  ['a placeholder: one letter', 'glp' + 'at-' + 'x'.repeat(20)],
  ['a placeholder: one letter', 'sk_' + 'test_' + 'x'.repeat(24)],
  ['a name made of words', 'np' + 'm_' + 'config_cache_folder_of_this_machine_'],
];

/** As Google hands it out: secretlint knows it by the whole document. */
const serviceAccount = JSON.stringify({
  type: 'service_account',
  private_key_id: generated(40, '0123456789abcdef'),
  private_key: pem('PRIVATE' + ' KEY'),
});

/** Takes back reports instead of making them. */
const withoutReports = new Set(['@secretlint/secretlint-rule-filter-comments']);

/** Its own preset, with the rule for key ids that it leaves off. */
const rule = {
  id: preset.meta.id,
  rule: preset,
  rules: [{ id: '@secretlint/secretlint-rule-aws', options: { enableIDScanRule: true } }],
};

interface Finding {
  readonly text: string;
  readonly line: number;
  readonly rule: string;
  readonly isOurs: boolean;
}

async function findings(text: string): Promise<Finding[]> {
  const { messages } = await lintSource({
    // Some of its rules are for files of one name only; without a name all of them look.
    source: { filePath: '', content: text, contentType: 'text', ext: '.json' },
    options: { config: { rules: [rule] }, noPhysicFilePath: true },
  });
  const ours = findSecrets(text);
  return messages.map(({ ruleId, loc: { start } }) => ({
    text,
    line: start.line,
    rule: ruleId,
    isOurs: ours.some(({ line, lastLine }) => line <= start.line && start.line <= lastLine),
  }));
}

// Others keep secretlint's rules up to date: what they know and ours do not shows up here.
describe('secretlint as the oracle', function () {
  this.timeout(60_000);
  const named = [...secretSamples, ...nearMisses, ...harmless].map(([, text]) => text);
  const corpus = [...named, serviceAccount];
  let reported: Finding[] = [];

  before(async () => {
    reported = (await Promise.all(corpus.map(findings))).flat();
  });

  it('reports no line that Baton does not, but for the exceptions', () => {
    const excepted = new Set(exceptions.map(([, text]) => text));
    const counted = corpus.filter((text) => findSecrets(text).length > 0).length;
    const theirs = new Set(reported.map(({ text }) => text)).size;
    console.log(
      `      of ${corpus.length} texts secretlint reports ${theirs}, Baton ${counted}; exceptions: ${exceptions.length}`,
    );
    assert.deepEqual(
      reported.filter(({ text, isOurs }) => !isOurs && !excepted.has(text)),
      [],
    );
  });

  it('is tried with all of its rules', () => {
    const tried = new Set(reported.map(({ rule }) => rule));
    assert.deepEqual(
      rules.map(({ meta }) => meta.id).filter((id) => !tried.has(id) && !withoutReports.has(id)),
      [],
    );
  });

  for (const [reason, text] of exceptions) {
    it(`still needs the exception ${text.slice(0, 20)}… (${reason})`, async () => {
      assert.deepEqual(
        (await findings(text)).map(({ isOurs }) => isOurs),
        [false],
      );
    });
  }
});
