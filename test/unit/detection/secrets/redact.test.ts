import assert from 'node:assert/strict';
import { redactSecrets } from '../../../../src/core/detection/secrets/redact';
import { secretSpans } from '../../../../src/core/detection/secrets/secretScan';
import {
  chosenPassword,
  documentedAwsKey,
  generated,
  harmless,
  nearMisses,
  pem,
  secretSamples,
  textSamples,
} from '../../../support/secretSamples';

const password = 'Tr0ub4' + 'dor&3';

describe('redaction', () => {
  const cases: [name: string, text: string, redacted: string][] = [
    ['a key', `key ${documentedAwsKey}.`, 'key [secret: AWS access key].'],
    [
      'a value, not its name',
      `const password = '${password}';`,
      "const password = '[secret: password]';",
    ],
    ['a value without quotes', `DB_PASSWORD=${password}$x\n`, 'DB_PASSWORD=[secret: password]\n'],
    [
      'a password in a URL',
      `postgres://app:${'Tr0ub4' + 'dor'}@db/app`,
      'postgres://app:[secret: password in a URL]@db/app',
    ],
    ['a whole private key', `a\n${pem('PRIVATE' + ' KEY')}\nb`, 'a\n[secret: private key]\nb'],
    [
      'text inside JSON',
      JSON.stringify({ text: `line\n${documentedAwsKey}\npassword: "${password}"` }),
      JSON.stringify({ text: 'line\n[secret: AWS access key]\npassword: "[secret: password]"' }),
    ],
    [
      'a line with an allow marker',
      `${documentedAwsKey} gitleaks:allow`,
      '[secret: AWS access key] gitleaks:allow',
    ],
  ];
  for (const [name, text, redacted] of cases) {
    it(`replaces ${name}`, () => {
      assert.equal(redactSecrets(text), redacted);
    });
  }

  it('keeps everything else, odd characters too', () => {
    const odd = '\uFEFF\0 \r\n\ud800 한글 \u202e é\t';
    assert.equal(
      redactSecrets(odd + documentedAwsKey + odd),
      `${odd}[secret: AWS access key]${odd}`,
    );
    for (const [, text] of [...harmless, ...nearMisses]) {
      assert.equal(redactSecrets(text), text);
    }
  });

  it('leaves nothing of a secret to find, and nothing to redact twice', () => {
    for (const [rule, text] of [...secretSamples, ...textSamples]) {
      const once = redactSecrets(text);
      assert.deepEqual(secretSpans(once), [], `${rule}: ${once}`);
      assert.equal(redactSecrets(once), once);
    }
  });

  it('is the same twice when secrets stand close together', () => {
    const joints = [
      '',
      ' ',
      '\n',
      '\\n',
      '=',
      '"',
      '_',
      '-',
      '/',
      ':',
      '@',
      'password=',
      'token: "',
      ' --password ',
      ' is ',
      '는 ',
      '|',
    ];
    const samples = [...secretSamples, ...textSamples];
    let seed = 7;
    const pick = <T>(list: readonly T[]): T | undefined => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return list[Math.floor((seed / 2147483648) * list.length)];
    };
    for (let round = 0; round < 1500; round++) {
      const pieces = Array.from(
        { length: 4 },
        () => (pick(samples)?.[1] ?? '') + (pick(joints) ?? ''),
      );
      const once = redactSecrets(pieces.join(''));
      assert.equal(redactSecrets(once), once);
    }
  });

  it('leaves nothing of what a command line or a sentence gives', () => {
    const given = [...secretSamples, ...textSamples].filter(([, text]) =>
      text.includes(chosenPassword),
    );
    assert.ok(given.length > 40);
    for (const [, text] of given) {
      assert.equal(redactSecrets(text), text.replace(chosenPassword, '[secret: password]'));
    }
  });

  it('replaces a value everywhere once one place says what it is', () => {
    assert.equal(
      redactSecrets(`login ${chosenPassword}, x${chosenPassword}y, password=${chosenPassword}`),
      'login [secret: password], x[secret: password]y, password=[secret: password]',
    );
    const token = generated(24);
    assert.equal(
      redactSecrets(`API_KEY=${token}\n{"k":"${token}"}`),
      'API_KEY=[secret: API key or secret]\n{"k":"[secret: API key or secret]"}',
    );
  });

  for (const ordinary of ['administrator', 'hello1', 'app-2']) {
    it(`leaves ${ordinary} where it is an ordinary word`, () => {
      assert.equal(
        redactSecrets(`curl -u me:${ordinary} x; the ${ordinary} said`),
        `curl -u me:[secret: password] x; the ${ordinary} said`,
      );
    });
  }

  it('takes no longer for the values of a text than their number allows', () => {
    const consonants = 'bcdfghjkmnpqrvwz23456789';
    const lines = Array.from(
      { length: 20_000 },
      (_, index) => `password is "${generated(14, consonants, index)}a1"\n`,
    );
    const redacted = 'password is "[secret: password]"\n'.repeat(lines.length);
    assert.ok(redactSecrets(lines.join('')) === redacted);
  });

  it('hides every part of a long secret', () => {
    const long = generated(150);
    assert.equal(redactSecrets(`API_KEY=${long}`).includes(long.slice(-20)), false);
  });
});
