// What may become of a transcript between two hooks: it grows, is torn, goes back, is another one.

import {
  appendFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type ClaudeLines, claudeLines } from '../claudeLines';
import { type FuzzPlace, pipeBeside, plantedSecrets } from './fuzzPlace';
import { oddValue, pick, type Random, withOddValue } from './oddValues';

/** Where something is in the way of a transcript: links and a pipe in the agent's own store. */
export function addTraps({ folder, transcript, outside }: FuzzPlace): void {
  const store = path.dirname(transcript);
  symlinkSync(path.join(outside, 'words.jsonl'), path.join(store, 'link.jsonl'));
  symlinkSync(outside, path.join(store, 'linked'));
  linkSync(pipeBeside(folder), path.join(store, 'pipe.jsonl'));
}

/** Says what was done. */
export function mutateTranscript(place: FuzzPlace, random: Random): string {
  const { transcript } = place;
  if (!(lstatSync(transcript, { throwIfNoEntry: false })?.isFile() ?? false)) {
    rmSync(transcript, { recursive: true, force: true });
    writeFileSync(transcript, turns(random));
    return 'transcript is back';
  }
  const [note, change] = pick(random, changes);
  change(place, random);
  return note;
}

type Change = (place: FuzzPlace, random: Random) => void;

const changes: readonly (readonly [string, Change])[] = [
  [
    'grows',
    ({ transcript }, random) => {
      appendFileSync(transcript, turns(random));
    },
  ],
  [
    'written anew',
    ({ transcript }, random) => {
      writeFileSync(transcript, turns(random));
    },
  ],
  [
    'another file',
    ({ transcript }, random) => {
      writeFileSync(`${transcript}.new`, turns(random));
      renameSync(`${transcript}.new`, transcript);
    },
  ],
  [
    'real one',
    ({ transcript }, random) => {
      writeFileSync(transcript, readFileSync(pick(random, fixtures())));
    },
  ],
  [
    'truncated',
    ({ transcript }, random) => {
      truncateSync(transcript, random(lstatSync(transcript).size + 1));
    },
  ],
  ['bytes flipped', changed(flipped)],
  [
    'line cut',
    changedLines((lines, at, random) => {
      const line = lines[at] ?? '';
      return lines.with(at, line.slice(0, random(line.length + 1)));
    }),
  ],
  [
    'lines joined',
    changedLines((lines, at) => lines.toSpliced(at, 2, lines.slice(at, at + 2).join(''))),
  ],
  [
    'lines swapped',
    changedLines((lines, at, random) => {
      const other = random(lines.length);
      return lines.with(at, lines[other] ?? '').with(other, lines[at] ?? '');
    }),
  ],
  ['line twice', changedLines((lines, at) => lines.toSpliced(at, 0, lines[at] ?? ''))],
  ['line gone', changedLines((lines, at) => lines.toSpliced(at, 1))],
  [
    'odd value in a line',
    changedLines((lines, at, random) => lines.with(at, oddLine(lines[at] ?? '', random))),
  ],
  [
    'huge line',
    ({ transcript }, random) => {
      const size = random(20) === 0 ? 9_000_000 : 300_000;
      appendFileSync(
        transcript,
        claudeLines()
          .prompt('Look: ' + 'long '.repeat(size / 5))
          .text(),
      );
    },
  ],
  [
    'bytes of no text',
    ({ transcript }, random) => {
      appendFileSync(transcript, Buffer.from(Array.from({ length: 3_000 }, () => random(256))));
    },
  ],
  [
    'torn end',
    ({ transcript }) => {
      appendFileSync(transcript, '{"type":"user","message":{"role":"user","content":"Please');
    },
  ],
  [
    'gone',
    ({ transcript }) => {
      rmSync(transcript);
    },
  ],
  [
    'a folder',
    ({ transcript }) => {
      rmSync(transcript);
      mkdirSync(transcript);
    },
  ],
  [
    'a link out of the store',
    ({ transcript, outside }) => {
      rmSync(transcript);
      symlinkSync(path.join(outside, 'words.jsonl'), transcript);
    },
  ],
];

function changed(change: (bytes: Buffer, random: Random) => Buffer): Change {
  return ({ transcript }, random) => {
    writeFileSync(transcript, change(readFileSync(transcript), random));
  };
}

function changedLines(change: (lines: string[], at: number, random: Random) => string[]): Change {
  return changed((bytes, random) => {
    const lines = bytes.toString('latin1').split('\n');
    return Buffer.from(change(lines, random(lines.length), random).join('\n'), 'latin1');
  });
}

/** Not beside a secret: what is no longer one by itself need not be kept back. */
function flipped(bytes: Buffer, random: Random): Buffer {
  const result = Buffer.from(bytes);
  for (let count = 1 + random(8); count > 0 && bytes.length > 0; count--) {
    const at = random(bytes.length);
    const around = bytes.subarray(Math.max(0, at - 200), at + 200).toString('latin1');
    if (!plantedSecrets.some((each) => around.includes(each))) {
      result[at] = random(256);
    }
  }
  return result;
}

function oddLine(line: string, random: Random): string {
  try {
    return JSON.stringify(withOddValue(JSON.parse(line), random));
  } catch {
    return line;
  }
}

function fixtures(): string[] {
  const folder = path.resolve('test/fixtures/transcripts');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => path.join(folder, name));
}

/** A few turns of an agent that has seen secrets everywhere. */
function turns(random: Random): string {
  const lines = claudeLines();
  for (let count = 1 + random(6); count > 0; count--) {
    pick(random, steps)(lines, random);
  }
  if (random(5) === 0) {
    compaction(lines);
  }
  return lines.text();
}

function compaction(lines: ClaudeLines): void {
  const compactMetadata = { trigger: 'auto', preTokens: 9 };
  lines.line({ type: 'system', subtype: 'compact_boundary', compactMetadata });
}

const [first = '', second = '', third = ''] = plantedSecrets;

const steps: readonly ((lines: ClaudeLines, random: Random) => void)[] = [
  (lines) => lines.prompt(`Write the log-in form, the token is ${first}`),
  (lines) => lines.prompt('로그인 화면을 만들어 주세요. 테스트도 함께 부탁합니다.'),
  (lines) => lines.prompt('ログイン画面を作ってください。'),
  (lines) => lines.prompt(`export TOKEN=${second}`.padStart(3_000, 'words ')),
  (lines) => lines.says(`- [x] Drew it\n- [ ] Call it with ${third}\nThe root cause is ${first}.`),
  (lines) =>
    lines.uses('toolu_1', 'Edit', { file_path: '/home/dev/demo-app/src/a.ts', new_string: first }),
  (lines) =>
    lines.uses('toolu_2', 'TodoWrite', {
      todos: [{ content: `Use ${second}`, status: 'pending', activeForm: 'Using' }],
    }),
  (lines) => lines.call('toolu_3', 'Bash', { command: `curl -H "X: ${third}" localhost` }),
  (lines) => lines.fails('toolu_3', `Exit code 1\nerror: bad token ${third}`),
  (lines) =>
    lines.call('toolu_4', 'ExitPlanMode', { plan: `1. Use ${first}\n2. Test` }).result('toolu_4'),
  (lines) =>
    lines.attachment({
      type: 'hook_success',
      hookEvent: 'SessionStart',
      content: `Baton context 1234abcd: ${second}`,
    }),
  (lines, random) => lines.prompt(oddValue(random)),
  (lines) => lines.goBack(null).prompt('From the beginning again'),
];
