import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { claudeReader } from '../../../src/core/transcript/claude';
import { readTranscript } from '../../../src/core/transcript/readTranscript';
import { longestLine } from '../../../src/core/transcript/transcriptLines';
import { claudeLines } from '../../support/claudeLines';
import { emptyTranscript, moreTurns } from '../../support/largeTranscript';
import { useScratchFolder } from '../../support/scratchFolder';
import { numbers, plain, readAgain, readInParts, readWhole } from '../../support/transcripts';

const sample = readFileSync(
  'test/fixtures/transcripts/claude-2.1.325-print-tasks-failures-compact.jsonl',
);
const mostBytes = 64 * 1024;

describe('reading a transcript', function () {
  this.timeout(60_000);
  const scratch = useScratchFolder();
  const file = () => scratch('t.jsonl');
  const promptsOf = (text: string | Buffer) =>
    readWhole(file(), text).digest.prompts.map(({ text: words }) => words);
  const one = claudeLines().prompt('Build the parser').text();
  const two = claudeLines('bbbb').prompt('Build the printer').text();

  it('gives nothing for what is no file', () => {
    mkdirSync(scratch('folder'));
    writeFileSync(scratch('real'), one);
    symlinkSync(scratch('real'), scratch('link'));
    for (const name of ['missing', 'folder', 'link']) {
      assert.equal(readTranscript(scratch(name), claudeReader), undefined);
    }
  });

  describe('takes any bytes', () => {
    const cases: [name: string, text: string | Buffer, prompts: string[]][] = [
      ['nothing', '', []],
      ['empty lines', '\n\n\n', []],
      ['CRLF', (one + two).replaceAll('\n', '\r\n'), ['Build the parser', 'Build the printer']],
      ['a byte order mark', `\uFEFF${one}`, ['Build the parser']],
      ['NUL bytes', `\0\0\0\n\0\0${one}`, ['Build the parser']],
      ['null, lists and numbers', `null\n[1]\n7\n"x"\n${one}true\n`, ['Build the parser']],
      ['half a line in the middle', `${one.slice(0, 90)}\n${two}`, ['Build the printer']],
      [
        'no UTF-8',
        Buffer.concat([Buffer.from([0xff, 0xfe, 10]), Buffer.from(one)]),
        ['Build the parser'],
      ],
      ['a torn end', one + two.slice(0, -1), ['Build the parser']],
      [
        'dangerous keys',
        `{"__proto__":{"type":"user"},"constructor":1}\n${one.replace('{', '{"__proto__":{"isMeta":true},')}`,
        ['Build the parser'],
      ],
      [
        'wrong types',
        [
          '"x"',
          '3',
          'null',
          '[null]',
          '[[]]',
          '{"content":{"a":1}}',
          '{"content":[{"type":"text"}]}',
        ]
          .flatMap((message) =>
            ['user', 'assistant', 'system', 'attachment'].map(
              (type) =>
                `{"parentUuid":3,"isSidechain":"x","type":"${type}","message":${message},"attachment":${message},"timestamp":{},"sessionId":[],"uuid":1}\n`,
            ),
          )
          .join('') + one,
        ['Build the parser'],
      ],
    ];
    for (const [name, text, prompts] of cases) {
      it(name, () => {
        assert.deepEqual(promptsOf(text), prompts);
      });
    }

    it('a line that is too long, without holding it', () => {
      const long = `{"type":"user","message":{"role":"user","content":"${'x'.repeat(longestLine)}"}}\n`;
      assert.deepEqual(promptsOf(one + long + long + two), [
        'Build the parser',
        'Build the printer',
      ]);
    });

    it('a line with a picture', () => {
      const picture = { type: 'image', source: { data: 'A'.repeat(3_000_000) } };
      const lines = claudeLines().prompt([picture, { type: 'text', text: 'What is this?' }]);
      assert.deepEqual(promptsOf(lines.text() + two), ['What is this?', 'Build the printer']);
    });
  });

  it('goes on where it stopped, and takes a torn line when it is whole', () => {
    const first = readWhole(file(), one + two.slice(0, 50));
    assert.equal(first.offset, one.length);
    appendFileSync(file(), two.slice(50));
    const second = readAgain(file(), first);
    assert.deepEqual(
      second.digest.prompts.map(({ text, offset }) => [text, offset]),
      [
        ['Build the parser', 0],
        ['Build the printer', one.length],
      ],
    );
    assert.deepEqual(readAgain(file(), structuredClone(second)), second);
  });

  describe('reads all of it again when', () => {
    const cases: [name: string, change: (path: string) => void][] = [
      [
        'it was replaced',
        (path) => {
          rmSync(path);
          writeFileSync(path, two);
        },
      ],
      [
        'it shrank',
        (path) => {
          writeFileSync(path, two);
        },
      ],
      [
        'its beginning changed',
        (path) => {
          writeFileSync(path, two + ' '.repeat(one.length - two.length + 20));
          appendFileSync(path, `\n`);
        },
      ],
    ];
    for (const [name, change] of cases) {
      it(name, () => {
        const first = readWhole(file(), one + one.slice(0, -1) + ' \n');
        change(file());
        const { digest } = readAgain(file(), first);
        assert.deepEqual(
          digest.prompts.map(({ text }) => text),
          ['Build the printer'],
        );
      });
    }

    it('what was kept is about another one', () => {
      const first = readWhole(file(), one);
      const digest = readWhole(scratch('other'), two).digest;
      readWhole(file(), one);
      const seen = (known: object) =>
        readAgain(file(), { ...first, digest, ...known }).digest.first?.text;
      assert.equal(seen({}), 'Build the printer');
      for (const known of [{ agent: 'codex' }, { version: 0 }, { ino: 1 }, { dev: 1 }]) {
        assert.equal(seen(known), 'Build the parser');
      }
    });

    it('what was kept of it is damaged', () => {
      const first = readWhole(file(), sample);
      const random = numbers(3);
      for (let round = 0; round < 200; round++) {
        const damaged = structuredClone(first);
        damage(damaged, random);
        const { digest } = readAgain(file(), damaged);
        assert.ok(JSON.stringify(digest).length < mostBytes);
        appendFileSync(file(), sample.subarray(0, random(2) * random(3000)));
      }
      for (const known of [null, 7, 'x', [], {}, { ...first, digest: {} }]) {
        assert.equal(readAgain(file(), known).digest.first?.text, first.digest.first?.text);
      }
    });

    it('it was truncated and grew again', () => {
      const first = readWhole(file(), one);
      writeFileSync(file(), two.repeat(9));
      assert.equal(readAgain(file(), first).digest.first?.text, 'Build the printer');
    });
  });

  it('says the same in any number of reads', () => {
    const turns = moreTurns(400_000, emptyTranscript());
    for (const [seed, text] of [sample, Buffer.from(turns), reruns()].entries()) {
      const whole = readWhole(file(), text);
      const random = numbers(seed + 1);
      for (let round = 0; round < 12; round++) {
        const cuts = Array.from({ length: 1 + random(12) }, () => random(text.length)).sort(
          (a, b) => a - b,
        );
        const edges = [0, ...cuts, text.length];
        const parts = edges.slice(1).map((to, index) => text.subarray(edges[index], to));
        assert.deepEqual({ ...readInParts(file(), parts), ino: 0 }, { ...whole, ino: 0 });
      }
    }
  });

  it('says the same every time', () => {
    assert.deepEqual(readWhole(file(), sample).digest, readWhole(file(), sample).digest);
  });

  it('stays small and never throws, whatever is in the file', () => {
    const random = numbers(99);
    const lines = sample.toString('latin1').split('\n');
    for (let round = 0; round < 2000; round++) {
      const from = random(lines.length);
      const bytes = Buffer.from(lines.slice(from, from + 1 + random(30)).join('\n'), 'latin1');
      for (let change = random(8); change > 0 && bytes.length > 0; change--) {
        mutate(bytes, random);
      }
      const reading = readWhole(file(), bytes.subarray(random(2) * random(bytes.length)));
      assert.ok(JSON.stringify(reading).length < mostBytes);
    }
  });

  it('keeps no more than it may of the longest of everything', () => {
    const wide = '“\\漢字"\n'.repeat(400);
    const lines = claudeLines();
    for (let index = 0; index < 50; index++) {
      const words = `${index} ${wide}`;
      const options = [words, `${words}x`, `${words}y`, `${words}z`];
      const questions = [0, 1, 2, 3, 4, 5].map((at) => ({ question: `${words}${at}`, options }));
      lines
        .prompt(words)
        .says(`- [ ] ${words}\n- [x] ${index} b ${wide.replaceAll('\n', ' ')}\n`)
        .says(`The root cause is in src/a${index}.ts: ${'漢'.repeat(400)}${index}.`)
        .call(`r${index}`, 'Bash', { command: words })
        .fails(`r${index}`, `error ${index}${'\\漢"'.repeat(5000)}`)
        .call(`o${index}`, 'Bash', { command: words })
        .uses(`e${index}`, 'Edit', { file_path: `/${'漢'.repeat(90)}${index}` })
        .uses(
          `t${index}`,
          'TaskCreate',
          { subject: words },
          { toolUseResult: { task: { id: `${index}${wide}` } } },
        )
        .uses(`p${index}`, 'ExitPlanMode', { plan: words })
        .uses(
          `q${index}`,
          'AskUserQuestion',
          { questions },
          {
            toolUseResult: {
              answers: Object.fromEntries(questions.map(({ question }) => [question, words])),
            },
          },
        )
        .call(`u${index}`, 'AskUserQuestion', { questions })
        .attachment({ type: 'hook_success', hookName: 'SessionStart:x', content: words });
    }
    const reading = readWhole(file(), lines);
    const size = Buffer.byteLength(JSON.stringify(reading));
    assert.ok(size < mostBytes, `${size} bytes`);
    assert.ok(size > mostBytes / 3, `${size} bytes: the test fills nothing`);
    assert.deepEqual(plain(reading.digest), reading.digest);
  });
});

/** The same commands again and again, some of which fail, and answers to long questions. */
function reruns(): Buffer {
  const random = numbers(7);
  const lines = claudeLines().prompt('Make it pass');
  for (let run = 0; run < 60; run++) {
    const into = ['', 'cd /home/dev/demo-app && ', 'cd lib; '][random(3)] ?? '';
    const command = `${into}npm test ${'x'.repeat(300)}${random(5)}`;
    const options = [`${command} one`, `${command} two`];
    const question = `${command} or what?`;
    lines
      .call(`r${run}`, 'Bash', { command })
      .call(`o${run}`, 'Edit', { file_path: `/f${random(9)}` });
    lines.call(`q${run}`, 'AskUserQuestion', { questions: [{ question, options }] });
    const answers = { [question]: options[random(2)] };
    lines.result(`q${run}`, 'ok', { toolUseResult: { answers } });
    if (random(2) > 0) {
      lines.fails(`o${run}`, 'not found').fails(`r${run}`, `Exit code 1\nerror ${random(4)}`);
    } else {
      lines.result(`r${run}`).result(`o${run}`);
    }
    lines.call(`t${run}`, 'TaskCreate', { subject: `${command} ${run}` });
    lines
      .result(`t${run}`, `Task #${run} created successfully`)
      .says(`So:\n- [ ] ${command}\n- [x] b`);
  }
  return Buffer.from(lines.text());
}

/** Something of another type, somewhere in it. */
function damage(value: object, random: (below: number) => number): void {
  const fields = Object.keys(value);
  const field = fields[random(fields.length)] ?? '';
  const inner: unknown = (value as Record<string, unknown>)[field];
  if (typeof inner === 'object' && inner !== null && random(4) > 0) {
    damage(inner, random);
  } else {
    const others = [null, 7, -1, 'x', [], {}, undefined, true, [null], { text: 3 }];
    (value as Record<string, unknown>)[field] = others[random(others.length)];
  }
}

function mutate(bytes: Buffer, random: (below: number) => number): void {
  const at = random(bytes.length);
  const signs = ['"', '{', '}', '[', ']', '\\', ',', '\n', '\0', ':', 'true', 'null', '\u00FF'];
  switch (random(3)) {
    case 0:
      bytes.write(signs[random(signs.length)] ?? '', at, 'latin1');
      break;
    case 1:
      bytes.copyWithin(at, random(bytes.length), random(bytes.length));
      break;
    default:
      bytes[at] = random(256);
  }
}
