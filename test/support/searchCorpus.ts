// Handovers and transcripts in any number, the same every time: words as often as words are used, names
// as code has them, some Korean and Japanese, and a few words that only some of the files have.

import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';

export interface SearchCorpus {
  readonly root: string;
  readonly home: string;
  readonly handovers: number;
  readonly transcriptBytes: number;
}

/** In five files of each kind. */
export const rareWord = 'zephyrquartz';
/** In every file. */
export const commonWord = 'session';
/** In about one paragraph of forty. */
export const seldomWord = 'backpressure';
export const cjkWord = '引き継ぎ';
export const shortCjkWord = '세션';

const bytesOfTranscript = 2_500_000;
/** An agent does so much before a person says something again. */
const stepsOfTurn = 8;

export function writeSearchCorpus(corpus: SearchCorpus): void {
  const words = createWords();
  writeHandovers(corpus, words);
  writeTranscripts(corpus, words);
}

function writeHandovers({ root, handovers }: SearchCorpus, words: Words): void {
  const folder = path.join(root, '.claude', 'sdd', 'handover', 'sessions');
  mkdirSync(folder, { recursive: true });
  for (let index = 0; index < handovers; index++) {
    const day = new Date(Date.UTC(2024, 0, 1 + Math.floor(index / 12)));
    const name = `${day.toISOString().slice(0, 10)}-${(index % 12) + 1}.md`;
    const rare = index % (handovers / 5) === 0 ? `\n${rareWord}\n` : '';
    const part = (title: string) => `## ${title}\n\n${words.text(60)}\n\n- ${words.text(15)}\n`;
    const parts = ['Accomplished', 'Key Decisions', 'Warnings', 'Next'].map(part).join('\n');
    const text = `# ${commonWord} ${index}\n\n${parts}${rare}`;
    writeFileSync(path.join(folder, name), text);
  }
}

/** Two of three as Claude Code writes them, the others as Codex does. */
function writeTranscripts({ root, home, transcriptBytes }: SearchCorpus, words: Words): void {
  const count = Math.max(1, Math.round(transcriptBytes / bytesOfTranscript));
  const claude = path.join(home, '.claude', 'projects', root.replace(/[^A-Za-z0-9]/g, '-'));
  const codex = path.join(home, '.codex', 'sessions', '2026', '01', '02');
  mkdirSync(claude, { recursive: true });
  mkdirSync(codex, { recursive: true });
  for (let index = 0; index < count; index++) {
    const id = `${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
    const isCodex = index % 3 === 2;
    const file = isCodex
      ? path.join(codex, `rollout-2026-01-02T03-04-05-${id}.jsonl`)
      : path.join(claude, `${id}.jsonl`);
    const lines = (isCodex ? codexLines : claudeLines)(id, root, words);
    const size = transcriptBytes / count;
    const hasRare = index % Math.max(1, Math.floor(count / 5)) === 0;
    writeLines(file, size, lines, hasRare ? rareWord : '');
  }
}

function writeLines(
  file: string,
  size: number,
  lines: (turn: number, extra: string) => string,
  rare: string,
): void {
  const handle = openSync(file, 'w');
  try {
    for (let written = 0, turn = 0; written < size; turn++) {
      // Not among the first lines, so that whoever looks for it has to read on.
      written += writeSync(handle, lines(turn, turn === 12 ? rare : ''));
    }
  } finally {
    closeSync(handle);
  }
}

function claudeLines(session: string, cwd: string, words: Words) {
  let line = 0;
  let parent: string | null = null;
  const common = () => {
    line++;
    const uuid = `${line.toString(16).padStart(8, '0')}${session.slice(8)}`;
    const head = { parentUuid: parent, isSidechain: false, userType: 'external', cwd };
    const at = new Date(1_767_300_000_000 + line * 7_000).toISOString();
    parent = uuid;
    return { head, tail: { uuid, timestamp: at, sessionId: session, version: '2.1.325' } };
  };
  const write = (type: string, content: unknown): string => {
    const { head, tail } = common();
    return `${JSON.stringify({ ...head, type, message: { role: type, content }, ...tail })}\n`;
  };
  return (turn: number, extra: string): string => {
    const step = (_: unknown, index: number): string => {
      const call = `toolu_${turn}_${index}`;
      const input = { command: `cat ${words.name()}` };
      return [
        write('assistant', [{ type: 'text', text: words.text(60) }]),
        write('assistant', [{ type: 'tool_use', id: call, name: 'Bash', input }]),
        write('user', [{ type: 'tool_result', tool_use_id: call, content: words.lines(200) }]),
      ].join('');
    };
    return [
      write('user', `${commonWord} ${words.text(30)} ${extra}`),
      ...Array.from({ length: stepsOfTurn }, step),
      write('assistant', [{ type: 'text', text: words.text(120) }]),
    ].join('');
  };
}

function codexLines(id: string, cwd: string, words: Words) {
  let line = 0;
  const write = (type: string, payload: object): string => {
    line++;
    const timestamp = new Date(1_767_300_000_000 + line * 7_000).toISOString();
    return `${JSON.stringify({ timestamp, type, payload })}\n`;
  };
  const said = (role: string, type: string, text: string) =>
    write('response_item', { type: 'message', role, content: [{ type, text }] });
  return (turn: number, extra: string): string => {
    const step = (_: unknown, index: number): string => {
      const call = `call_${turn}_${index}`;
      const args = JSON.stringify({ command: ['cat', words.name()] });
      const of = { name: 'shell', call_id: call, arguments: args };
      return [
        write('response_item', { type: 'function_call', ...of }),
        write('response_item', {
          type: 'function_call_output',
          call_id: call,
          output: words.lines(200),
        }),
      ].join('');
    };
    return [
      turn === 0 ? write('session_meta', { id, cwd, originator: 'codex_cli_rs' }) : '',
      said('user', 'input_text', `${commonWord} ${words.text(30)} ${extra}`),
      ...Array.from({ length: stepsOfTurn }, step),
      said('assistant', 'output_text', words.text(120)),
    ].join('');
  };
}

interface Words {
  text(count: number): string;
  /** As a tool prints it. */
  lines(count: number): string;
  name(): string;
}

const vocabulary = 40_000;
const samples = 1 << 20;

function createWords(): Words {
  let state = 20_260_118;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
  const below = (limit: number) => Math.floor(random() * limit);
  const syllables = 'ba co di fe gu ha jo ki lu ma ne po qua ri sto tra ver wi xen zu'.split(' ');
  const made = Array.from({ length: vocabulary }, (_, rank) => {
    const length = 1 + (rank < 200 ? 1 : 2 + (rank % 2));
    const word = Array.from({ length }, () => syllables[below(syllables.length)]).join('');
    return rank % 11 === 3 ? nameOf(word, rank) : rank % 97 === 5 ? `${word}${rank}` : word;
  });
  const all = Array.from({ length: samples }, (_, index) => {
    // As often as its rank says: a few words are most of a text.
    const rank = Math.floor(vocabulary ** random()) - 1;
    const word = made[rank] ?? 'the';
    return index % 1_600 === 7
      ? seldomWord
      : index % 900 === 11
        ? `次の${cjkWord}資料を確認`
        : index % 700 === 13
          ? `${shortCjkWord}을 이어서 진행`
          : word;
  });
  const take = (count: number): string[] => {
    const start = below(samples - count);
    return all.slice(start, start + count);
  };
  return {
    text: (count) => `${take(count).join(' ')}.`,
    lines: (count) =>
      Array.from({ length: Math.ceil(count / 8) }, () => take(8).join(' ')).join('\n'),
    name: () => nameOf(take(1)[0] ?? 'main', below(30)),
  };
}

function nameOf(word: string, rank: number): string {
  const plain = word.replace(/[^a-z]/g, '') || 'part';
  return rank % 3 === 0
    ? `src/core/${plain}.ts`
    : rank % 3 === 1
      ? `use${plain.charAt(0).toUpperCase()}${plain.slice(1)}Store`
      : `ERR_${plain.toUpperCase()}_NOT_FOUND`;
}
