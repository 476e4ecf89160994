import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { redactSecrets } from '../../../../src/core/detection/secrets/redact';
import { findSecrets, scanFile } from '../../../../src/core/detection/secrets/secretScan';
import { render } from '../../../../src/core/support/message';
import { hostileLines } from '../../../support/hostileLines';
import {
  documentedAwsKey,
  generated,
  pem,
  secretSamples,
  textSamples,
} from '../../../support/secretSamples';

const awsKey = documentedAwsKey;
const gitHubToken = 'gh' + 'p_' + generated(36);
const privateKey = pem('RSA PRIVATE' + ' KEY');

const linesAndRules = (file: string, text: string) =>
  scanFile(file, text).map(({ line, rule }) => `${line} ${rule}`);

describe('finding secrets', () => {
  it('tells line, kind and place', () => {
    const text = `one\r\ntwo ${awsKey}\r\n한글 ${gitHubToken}.\n`;
    const hits = findSecrets(text);
    assert.deepEqual(
      hits.map(({ line, lastLine, kind }) => [line, lastLine, render(kind)]),
      [
        [2, 2, 'AWS access key'],
        [3, 3, 'GitHub token'],
      ],
    );
    assert.deepEqual(
      hits.map(({ start, end }) => text.slice(start, end)),
      [awsKey, gitHubToken],
    );
  });

  it('tells where a private key ends', () => {
    const [hit] = findSecrets(`a\nb\n${privateKey}\nc`);
    assert.equal(hit?.line, 3);
    assert.equal(hit.lastLine, 3 + privateKey.split('\n').length - 1);
  });

  it('keeps to places in the text where lower case is longer', () => {
    const text = `İİİİ ${awsKey}`;
    assert.deepEqual(
      findSecrets(text).map(({ start, end }) => text.slice(start, end)),
      [awsKey],
    );
  });

  it('names what two rules find once, by the more specific one', () => {
    for (const text of [`token = "${gitHubToken}"`, `https://me:${gitHubToken}@github.com/a`]) {
      assert.deepEqual(
        findSecrets(text).map(({ rule }) => rule),
        ['github-token'],
      );
    }
  });

  it('takes all that overlapping rules find', () => {
    const text = `https://me:pre-${gitHubToken}@github.com/a`;
    assert.deepEqual(
      findSecrets(text).map(({ rule, start, end }) => [rule, text.slice(start, end)]),
      [['github-token', `pre-${gitHubToken}`]],
    );
  });

  it('finds several in one line', () => {
    assert.equal(findSecrets(`${awsKey} ${gitHubToken} ${awsKey}`).length, 3);
  });

  it('finds a secret whose name follows another name', () => {
    assert.deepEqual(
      findSecrets(`password:passwd:${'Tr0ub4' + 'dor'}`).map(({ start }) => start),
      [16],
    );
  });

  for (const marker of ['baton:allow-secret', 'gitleaks:allow', 'secretlint-disable-line']) {
    it(`lets a line with ${marker} pass, and only that line`, () => {
      const text = `${awsKey} // ${marker}\n${awsKey}\n`;
      assert.deepEqual(
        findSecrets(text).map(({ line }) => line),
        [2],
      );
    });
  }

  it('copes with as many secrets as fit into a megabyte', () => {
    const count = Math.ceil(2 ** 20 / (awsKey.length + 1));
    const hits = findSecrets(`${awsKey}\n`.repeat(count));
    assert.equal(hits.length, count);
    assert.equal(hits.at(-1)?.line, count);
    assert.equal(findSecrets(`${awsKey} `.repeat(count)).length, count);
  });

  it('finds one at the end of a line of five megabytes', () => {
    const hits = findSecrets(`${'var a=b.c(1);'.repeat(400_000)}${awsKey}`);
    assert.deepEqual(
      hits.map(({ line, rule }) => `${line} ${rule}`),
      ['1 aws-access-key'],
    );
  });
});

describe('finding secrets in a file', () => {
  const environment =
    '# comment\nA=1\nEMPTY=\nQUOTES=""\n export B = x # why\nnot a setting\nC="y"\n';

  const names: [path: string, text: string, hits: string[]][] = [
    ['.env', environment, ['2 environment-file', '5 environment-file', '7 environment-file']],
    ['app\\.env.local', 'A=1', ['1 environment-file']],
    ['config/production.env', 'A=1', ['1 environment-file']],
    ['.env', '# nothing yet\n', ['1 environment-file']],
    ['.env', '\n', []],
    ['.env', 'A=1 # baton:allow-secret\nB=2', ['2 environment-file']],
    ['.env', `A=1\nKEY=${awsKey}\r\n`, ['1 environment-file', '2 aws-access-key']],
    ['.env.example', 'A=1', []],
    ['.env.sample', 'A=1', []],
    ['.env.template', 'A=1', []],
    ['.env.dist', 'A=1', []],
    ['.env.defaults', 'A=1', []],
    ['.env.production.example', 'A=1', []],
    ['.env.example', `KEY=${awsKey}`, ['1 aws-access-key']],
    ['environment.ts', 'A=1', []],
    ['src/env.ts', 'A=1', []],
    ['.envoy', 'A=1', []],
    ['.ssh/id_rsa', 'x\n', ['1 private-key-file']],
    ['id_ed25519', privateKey, ['1 private-key']],
    ['id_rsa.pub', 'ssh-rsa AAAA', []],
    ['a.p12', '', ['1 private-key-file']],
    ['a.PFX', '\0\0', ['1 private-key-file']],
    ['release.jks', '', ['1 private-key-file']],
    ['release.keystore', '', ['1 private-key-file']],
    ['vault.kdbx', '', ['1 private-key-file']],
    ['.netrc', 'machine a', ['1 credentials-file']],
    ['.pgpass', 'a', ['1 credentials-file']],
    ['.htpasswd', 'a', ['1 credentials-file']],
    ['home/.aws/credentials', '[default]', ['1 credentials-file']],
    ['credentials', '[default]', []],
    ['src/credentials.ts', 'export {};', []],
    ['a.bin', `\0 ${awsKey}`, []],
    ['a.bin', `${'x'.repeat(7999)}\0 ${awsKey}`, []],
    ['a.txt', `${'x'.repeat(8000)}\0 ${awsKey}`, ['1 aws-access-key']],
  ];
  for (const [file, text, hits] of names) {
    it(`${file}: ${JSON.stringify(text.slice(0, 30))} has ${hits.join(', ') || 'none'}`, () => {
      assert.deepEqual(linesAndRules(file, text), hits);
    });
  }

  it('finds none in this repository', () => {
    const files = globSync(['{src,test,scripts,l10n}/**/*.*', '*.{json,md,mjs}']).filter(
      (file) => !file.startsWith(path.join('test', 'unit', 'detection', 'secrets')),
    );
    assert.ok(files.length > 100, `only ${files.length} files`);
    const hits = files.flatMap((file) =>
      scanFile(file, readFileSync(file, 'utf8')).map(({ line, rule }) => `${file}:${line} ${rule}`),
    );
    assert.deepEqual(hits, []);
  });
});

describe('finding secrets in hostile text', function () {
  this.timeout(60_000);

  const fill = (piece: string, length: number) =>
    piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

  it('finishes for long lines of what patterns start with', () => {
    for (const piece of ['a', 'password=', 'eyJ', ':', '@', '://a:', 'A3T', '-----BEGIN ']) {
      findSecrets(fill(piece, 2_000_000));
    }
    for (const start of ['--password ', 'sshpass ', 'mysql -p', 'password for a ', '비밀번호는 ']) {
      for (const piece of [start, `${start}-`, `${start}a`]) {
        redactSecrets(fill(piece, 500_000));
        redactSecrets(start + fill(piece.slice(start.length) || ' ', 500_000));
      }
    }
    hostileLines.forEach(findSecrets);
  });

  it('takes four times as long for four times the text, not sixteen times', () => {
    const pieces = [
      ...[...new Map(secretSamples).values()].flatMap((text) => {
        const secret = text.slice(findSecrets(text)[0]?.start);
        return [secret.slice(0, 4), secret.slice(0, 12), text.slice(0, -1)];
      }),
      ...textSamples.flatMap(([, text]) => [text, text.slice(0, -1), text.slice(0, 12)]),
      'echo a1 | ',
      '--with-token echo ',
      'password="',
      "secret='",
      'token\\":\\"',
      '://a:b',
      'eyJaaaaaaaaaa.',
    ];
    // Of the processor's, and of the quickest of many: other programs must not count.
    const time = (texts: readonly string[]) => {
      const start = process.cpuUsage();
      texts.forEach(findSecrets);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    const [short, long] = [10_000, 40_000].map((length) => {
      const texts = pieces.map((piece) => fill(piece, length));
      return { texts, quickest: Infinity };
    });
    assert.ok(short && long);
    let ratio = Infinity;
    for (let round = 0; round < 12 && ratio >= 9; round++) {
      for (const each of [long, short]) {
        each.quickest = Math.min(each.quickest, time(each.texts));
      }
      ratio = round < 2 ? Infinity : long.quickest / short.quickest;
    }
    assert.ok(ratio < 9, `${ratio.toFixed(1)} times as long`);
  });
});
