import assert from 'node:assert/strict';
import { shares } from '../../../src/core/transcript/digest';
import { keptEnd, keptText } from '../../../src/core/transcript/keptText';
import { keptWords } from '../../../src/core/transcript/keptWords';
import { toContext } from '../../../src/core/transcript/sessionContextOf';
import { claudeLines } from '../../support/claudeLines';
import { useScratchFolder } from '../../support/scratchFolder';
import { chosenPassword, documentedAwsKey, generated, pem } from '../../support/secretSamples';
import { demoFacts, digestOf, readInParts } from '../../support/transcripts';

const token = `ghp_${generated(36)}`;

describe('secrets in a transcript', function () {
  this.timeout(30_000);
  const scratch = useScratchFolder();

  it('are in nothing that is kept', () => {
    const key = pem('PRIVATE' + ' KEY');
    const lines = claudeLines()
      .attachment({ type: 'hook_success', hookName: 'SessionStart:startup', content: token })
      .prompt(`Use ${token} and ${documentedAwsKey}`)
      .says(
        `The root cause is in src/a.ts: the key ${token} was old.\n${key}\n- [x] ${token}\n- [ ] b`,
      )
      .uses('1', 'TodoWrite', { todos: [{ content: `Rotate ${token}`, status: 'pending' }] })
      .uses('2', 'ExitPlanMode', { plan: `1. Rotate ${token}` })
      .call('3', 'Bash', { command: `curl -H "Authorization: Bearer ${token}" x` })
      .fails('3', `Exit code 1\nerror: ${token} is not valid\n${key}`)
      .call('4', 'Bash', { command: `export TOKEN=${token}` })
      .uses('5', 'Edit', { file_path: `/home/dev/demo-app/${token}.ts` })
      .uses(
        '6',
        'AskUserQuestion',
        {
          questions: [{ question: `Use ${token}?`, options: [{ label: token }, { label: 'No' }] }],
        },
        {
          toolUseResult: { answers: { [`Use ${token}?`]: 'No' } },
        },
      );
    const digest = digestOf(scratch('t.jsonl'), lines);
    const context = toContext(digest, {
      ...demoFacts,
      blockers: [`blocked by ${token}`],
      decisions: [{ what: token, why: token, rejected: [token] }],
    });
    for (const kept of [JSON.stringify(digest), JSON.stringify(context)]) {
      assert.ok(!kept.includes(token), kept);
      assert.ok(!kept.includes(documentedAwsKey));
      assert.ok(!kept.includes(key.split('\n')[3] ?? ''));
    }
    assert.match(digest.first?.text ?? '', /^Use \[secret: .+\] and \[secret: .+\]$/);
    assert.match(digest.discoveries[0]?.text ?? '', /^The root cause .* \[secret: .+\] was old\.$/);
    assert.match(digest.errors[0]?.text ?? '', /^error: \[secret: .+\] is not valid/);
  });

  for (const given of [
    'docker login -u me -p X',
    'mysql -u root -pX db',
    'sshpass -p X ssh me@host',
    'deploy --password X',
    'deploy --password=X',
    'vercel --token X',
    'gh auth login --with-token X',
    'PGPASSWORD=X psql',
    'curl -u me:X https://a.test',
    'DB_PASS=X',
    'export MY_PASS=X',
    'pw: X',
    'password is "X"',
    'the password is X',
    'use X, password=X, then X again',
    '비밀번호: X',
    '비밀번호는 X입니다',
    '암호: X',
    'パスワード: X',
    'パスワードはXです',
    '暗証番号: X',
    '密码: X',
  ]) {
    it(`are in nothing that is kept: ${given}`, () => {
      const text = given.replaceAll('X', chosenPassword);
      const lines = claudeLines()
        .prompt(text)
        .says(`The root cause is in src/a.ts: ${text}\n- [x] ${text}\n- [ ] b`)
        .uses('1', 'TodoWrite', { todos: [{ content: text, status: 'pending' }] })
        .uses('2', 'ExitPlanMode', { plan: `1. ${text}` })
        .call('3', 'Bash', { command: text })
        .fails('3', `Exit code 1\nerror: ${text}`);
      const digest = digestOf(scratch('t.jsonl'), lines);
      const context = toContext(digest, { ...demoFacts, blockers: [text] });
      for (const kept of [JSON.stringify(digest), JSON.stringify(context)]) {
        assert.ok(kept.includes('[secret: '));
        assert.ok(!kept.includes('Tr0ub4') && !kept.includes('xyzzy'), kept);
      }
    });
  }

  it('are not taken apart line by line', () => {
    const key = pem('PRIVATE' + ' KEY');
    const lines = claudeLines()
      .call('1', 'Bash', { command: 'x' })
      .fails('1', `Exit code 1\n${key}`);
    assert.equal(digestOf(scratch('t.jsonl'), lines).errors[0]?.text, '[secret: private key]');
  });

  it('are not put together again from what colours and control characters split', () => {
    const escape = '\u001B';
    const found = `${escape}[01;31m${escape}[K${token.slice(0, 4)}${escape}[m${escape}[K${token.slice(4)}`;
    const split = `${token.slice(0, 9)}\u0000${token.slice(9)}`;
    const link = `${escape}]8;;https://a.test${escape}\\${token}${escape}]8;;${escape}\\`;
    const lines = claudeLines()
      .prompt(`Use ${found}, ${split} and ${link}`)
      .says(`The root cause is that src/a.ts has ${split} in it.`)
      .call('1', 'Bash', { command: `echo ${split}` })
      .fails('1', `Exit code 1\n${escape}[31merror${escape}[39m: bad ${found}`);
    const digest = digestOf(scratch('t.jsonl'), lines);
    assert.doesNotMatch(JSON.stringify(digest), new RegExp(token.slice(10)));
    const secret = '[secret: GitHub token]';
    assert.equal(digest.first?.text, `Use ${secret}, ${secret} and ${secret}`);
    assert.equal(digest.errors[0]?.text, `error: bad ${secret}`);
    assert.match(digest.discoveries[0]?.text ?? '', /\[secret: GitHub token\] in it/);
  });

  it('are not cut in half and then overlooked', () => {
    for (let before = shares.first - 60; before < shares.first + 5; before++) {
      const lines = claudeLines().prompt(`${'x '.repeat(before / 2)} ${token} and on`);
      const text = digestOf(scratch('t.jsonl'), lines).first?.text ?? '';
      assert.ok(!text.includes('ghp_'), text.slice(-60));
    }
  });

  it('are not kept where the text is looked at no further', () => {
    for (let before = 16_384 - 60; before < 16_384 + 460; before += 37) {
      const text = keptText(`${'Ab1 '.repeat(before / 4)}${token}${' y'.repeat(40_000)}`, 400);
      assert.ok(!text.includes('ghp_'));
    }
    // Keys that become short bring what is far behind them into what is kept.
    const window = 400 + 16_384;
    for (let visible = 8; visible < 36; visible += 4) {
      const key = pem('PRIVATE' + ' KEY', generated(3225).replace(/.{64}/g, '$&\n'));
      const keys = `${key}\n`.repeat(5);
      const before = keys + 'a '.repeat((window - visible - keys.length) / 2);
      assert.ok(before.length + visible <= window && window - keys.length < 200);
      const text = keptText(`${before}${token}${'z'.repeat(30_000)}`, 400);
      assert.ok(!text.includes('ghp_'), text);
    }
    const many = `${token} `.repeat(2000);
    for (let length = 15_000; length < 18_000; length += 101) {
      assert.ok(!keptText(many.slice(0, length) + 'z'.repeat(30_000), 400).includes('ghp_'));
    }
  });

  it('are not overlooked where the middle of what a person said is left out', () => {
    const share = 400;
    const window = share + 16_384;
    const filled = (length: number) => 'Ab1 '.repeat(Math.ceil(length / 4)).slice(0, length);
    const hasToken = (text: string) =>
      text.includes(token.slice(4, 12)) || text.includes(token.slice(-8));
    // Near the cuts of a text that is looked at whole.
    for (let before = share / 2 - 60; before < share / 2 + 20; before++) {
      const head = keptWords(`${filled(before)} ${token} ${filled(3000)}`, share);
      const tail = keptWords(`${filled(3000)} ${token} ${filled(before)}`, share);
      assert.ok(!hasToken(`${head}${tail}`), `${head} ${tail}`);
    }
    // At the edges of the windows, and where keys that become short bring them near.
    const key = pem('PRIVATE' + ' KEY', generated(3225).replace(/.{64}/g, '$&\n'));
    const keys = `${key}\n`.repeat(5);
    assert.ok(window - keys.length > 50 && window - keys.length < share / 2);
    for (let cut = 1; cut < 40; cut += 3) {
      for (const filling of ['', keys, `\`\`\`\n${keys}`]) {
        const first = filling + filled(window - cut - filling.length);
        const last = filled(window - 40 + cut - filling.length) + filling;
        for (const text of [
          `${first}${token}${filled(60_000)}`,
          `${filled(60_000)}${token}${last}`,
          `${filled(60_000)}${token}${last}\n\`\`\`\nFix it.`,
        ]) {
          assert.ok(!hasToken(keptWords(text, share)), keptWords(text, share));
        }
      }
    }
    const lines = `${key}\n`.repeat(30);
    assert.ok(!keptWords(`Use\n${lines}now`, share).includes(key.split('\n')[3] ?? ''));
  });

  it('are not kept of a key that begins before what is looked at', () => {
    const lines = generated(40_000).replace(/.{64}/g, '$&\n');
    for (const kind of ['PRIVATE' + ' KEY', 'PGP PRIVATE' + ' KEY BLOCK']) {
      const key = pem(kind, lines);
      for (const after of ['', '\nDeploy it with this.', `\n${'Ab1 '.repeat(40)}`]) {
        const text = `${'Use this. '.repeat(9000)}\n${key}${after}`;
        for (const kept of [keptWords(text, 400), keptEnd(text, 400)]) {
          assert.ok(kept.endsWith(after.trim()), kept);
          assert.match(kept, /\[secret: private key\]/);
          assert.doesNotMatch(kept, /[\w+/]{40}/);
        }
      }
    }
  });

  it('are not kept of a key that ends behind what is looked at', () => {
    const lines = generated(40_000).replace(/.{64}/g, '$&\n');
    for (const head of ['', 'Version: GnuPG v2\n\n', 'Proc-Type: 4,ENCRYPTED\n\n']) {
      const text = `error: no\n${pem('PRIVATE' + ' KEY', `${head}${lines}`)}\nSo it is.`;
      const failing = claudeLines().call('1', 'Bash', { command: 'x' }).fails('1', text);
      const error = digestOf(scratch('t.jsonl'), failing).errors[0]?.text ?? '';
      for (const kept of [keptText(text, 400), keptWords(text, 400), error]) {
        assert.match(kept, /^error: no/);
        assert.doesNotMatch(kept, /[\w+/]{40}/);
      }
    }
  });

  it('take no place of what was found out', () => {
    const key = pem('PRIVATE' + ' KEY');
    const [begin = '', ...rest] = key.split('\n');
    const lines = claudeLines();
    for (let index = 1; index <= 12; index++) {
      lines.says(`The root cause is that src/a${index}.ts has no lock ${index}.`);
    }
    const before = lines.text().length;
    const hidden = [begin, ...rest.slice(0, 2), 'The root cause is in src/b.ts', ...rest.slice(2)];
    const text = lines.says(hidden.join('\n')).text();
    const whole = digestOf(scratch('t.jsonl'), text).discoveries;
    assert.equal(whole.length, shares.discoveries.count);
    const parts = [text.slice(0, before), text.slice(before)];
    assert.deepEqual(readInParts(scratch('t.jsonl'), parts).digest.discoveries, whole);
  });
});
