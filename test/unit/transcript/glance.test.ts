import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { claudeReader } from '../../../src/core/transcript/claude';
import { readTranscript } from '../../../src/core/transcript/readTranscript';
import type { TranscriptReader } from '../../../src/core/transcript/transcriptEvent';
import { claudeLines } from '../../support/claudeLines';
import { emptyTranscript, moreTurns } from '../../support/largeTranscript';
import { useScratchFolder } from '../../support/scratchFolder';
import { numbers, plain } from '../../support/transcripts';

const parsing: TranscriptReader = {
  agent: claudeReader.agent,
  matters: () => true,
  events: (line) => claudeReader.events(line),
};

// The fast way through a transcript must not say anything else than the slow one.
describe('a glance at the lines of a transcript', function () {
  this.timeout(60_000);
  const scratch = useScratchFolder();

  const assertSame = (text: string) => {
    const file = scratch('t.jsonl');
    writeFileSync(file, text);
    const [seen, parsed] = [claudeReader, parsing].map((reader) => {
      const digest = plain(readTranscript(file, reader)?.digest);
      assert.ok(digest);
      // When a file was read or a command was run is left to parsing; nobody asks.
      return { ...digest, at: undefined };
    });
    assert.deepEqual(seen, parsed);
  };

  it('says the same as parsing, for samples of real versions', () => {
    for (const name of [
      '325-print-tasks-failures-compact',
      '325-interactive-todowrite-filehistory',
      '325-subagent',
      '197-print-compact',
    ]) {
      const text = readFileSync(`test/fixtures/transcripts/claude-2.1.${name}.jsonl`, 'utf8');
      const compact = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.stringify(JSON.parse(line)));
      assertSame(text);
      assertSame(`${compact.join('\n')}\n`);
    }
  });

  it('says the same as parsing, for long turns', () => {
    assertSame(moreTurns(2_000_000, emptyTranscript()));
  });

  it('says the same as parsing, for what stands beside a result', () => {
    const result = (id: string, fields = {}) => ({
      tool_use_id: id,
      type: 'tool_result',
      content: 'ok',
      ...fields,
    });
    const words = { type: 'text', text: 'Stop that and rewrite the parser.' };
    const source = { sourceToolAssistantUUID: '00000002-aaaa-4000-8000-000000000000' };
    const beside = { toolUseResult: { list: [{ a: [1] }, { b: 2 }], stdout: 'ok' }, ...source };
    for (const content of [
      [result('1'), words],
      [result('1', { is_error: false }), words],
      [words, result('1')],
      [result('1'), result('2', { is_error: true })],
      [result('1', { content: [words] }), words],
    ]) {
      for (const message of [
        { role: 'user', content },
        { content, role: 'user' },
      ]) {
        const lines = claudeLines()
          .prompt('Build a printer')
          .call('1', 'Bash', { command: 'npm test' })
          .call('2', 'Bash', { command: 'npm run lint' })
          .line({ type: 'user', message, ...beside });
        assertSame(lines.text());
      }
    }
  });

  it('loses nothing, wherever its view of a line ends', () => {
    const id = '00000001-aaaa-4000-8000-000000000000';
    const said = (...content: unknown[]) => ({ type: 'assistant', message: { content } });
    const attached = (attachment: object) => ({ attachment, type: 'attachment' });
    const hook = { hookName: 'SessionStart:compact', hookEvent: 'SessionStart', content: 'Baton' };
    const telling = {
      compaction: { type: 'system', subtype: 'compact_boundary', content: 'Compacted' },
      receipt: attached({ type: 'hook_success', ...hook }),
      cancelled: attached({ type: 'hook_cancelled', ...hook, timedOut: true }),
      failed: attached({ type: 'hook_non_blocking_error', ...hook, exitCode: 1 }),
      refused: attached({ type: 'hook_blocking_error', ...hook }),
      broken: attached({ type: 'hook_error_during_execution', ...hook }),
      queued: attached({ type: 'queued_command', prompt: 'Go on', commandMode: 'prompt' }),
      prompt: { type: 'user', message: { role: 'user', content: 'Build the parser' } },
      blocks: { type: 'user', message: { role: 'user', content: [{ type: 'text', text: 'Go' }] } },
      words: said({ type: 'text', text: 'It works.' }),
      call: said({ type: 'tool_use', id: 't1', name: 'Edit', input: { file_path: '/a/b.ts' } }),
      task: said({ type: 'tool_use', id: 't1', name: 'TaskCreate', input: { subject: 'Parse' } }),
    };
    for (const [name, fields] of Object.entries(telling)) {
      for (let length = 0; length <= 2_200; length++) {
        const start = { parentUuid: id, isSidechain: false, cwd: 'd'.repeat(length) };
        const text = JSON.stringify({ ...start, ...fields, timestamp: '2026-11-01T10:00:00Z' });
        for (const line of [text, `${' '.repeat(length)}${text}`]) {
          const seen = claudeReader.glance?.(Buffer.from(line), 0, line.length);
          assert.notEqual(seen?.length, 0, `${name} behind ${length} letters`);
        }
      }
    }
  });

  it('says the same as parsing, whatever the order of keys and the words', () => {
    for (let seed = 1; seed <= 150; seed++) {
      const make = createLines(seed);
      assertSame(Array.from({ length: 40 }, () => `${make()}\n`).join(''));
    }
  });
});

const nasty = [
  'plain',
  '"}]},"',
  ']},',
  '}],',
  '},{"type":"text"',
  '"is_error":true',
  '\\"is_error\\": true',
  '\\',
  '"content":[{',
  '漢字 ',
  '\u0000\n\t',
  '/a/.claude/plans/x.md',
  'The root cause is in src/a.ts.',
  '"timestamp":"2020-01-01T00:00:00Z"',
];

/** Lines that a version to come might write: keys in any order, words that look like JSON. */
function createLines(seed: number): () => string {
  const random = numbers(seed);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const words = () =>
    Array.from({ length: random(4) }, () => pick(nasty)).join(pick(['', ' ', 'x'.repeat(3000)]));
  const shuffled = (value: object) => {
    const fields = Object.entries(value).map((field) => ({ field, rank: random(1000) }));
    const isUsual = random(3) > 0;
    return Object.fromEntries(
      (isUsual ? fields : fields.sort((a, b) => a.rank - b.rank)).map(({ field }) => field),
    );
  };
  const call = () => `toolu_${random(12)}`;
  const input = () =>
    pick([
      () => ({ command: pick(['npm test', words()]), description: words() }),
      () => ({ file_path: pick(['/a/b.ts', `/c/${words()}`]), content: words() }),
      () => ({ file_path: '/a/b.ts', edits: [{ old_string: words(), new_string: words() }] }),
      () => ({ todos: [{ content: words(), status: 'pending' }] }),
      () => ({ plan: words() }),
      () => ({ subject: words(), taskId: '1', status: 'completed' }),
    ])();
  const tools = [
    'Bash',
    'Edit',
    'Write',
    'Read',
    'MultiEdit',
    'TodoWrite',
    'TaskCreate',
    'TaskUpdate',
    'ExitPlanMode',
    'Grep',
  ];
  const spoken = () =>
    pick([
      () => ({ type: 'text', text: words() }),
      () => ({ type: 'thinking', thinking: words(), signature: words() }),
      () => ({ type: 'tool_use', id: call(), name: pick(tools), input: shuffled(input()) }),
    ])();
  const result = () => ({
    tool_use_id: call(),
    type: 'tool_result',
    content: pick([words(), [{ type: 'text', text: words() }]]),
    ...pick([{}, {}, { is_error: false }, { is_error: true }]),
  });
  const several = (block: () => object) =>
    Array.from({ length: random(8) === 0 ? 2 : 1 }, () => shuffled(block()));
  const told = () => (random(5) === 0 ? { type: 'text', text: words() } : result());
  let count = 0;
  return () => {
    const isAgent = random(2) > 0;
    const message = isAgent
      ? shuffled({
          id: 'msg_1',
          role: 'assistant',
          content: several(spoken),
          stop_reason: 'tool_use',
        })
      : shuffled({ role: 'user', content: several(told) });
    const type = isAgent ? 'assistant' : 'user';
    const uuid = (number: number) =>
      `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`;
    const line = {
      parentUuid: uuid(count++),
      isSidechain: random(9) === 0,
      ...(isAgent ? { message, type } : { type, message }),
      uuid: uuid(count),
      timestamp: new Date(1_800_000_000_000 + count * 1000).toISOString(),
      toolUseResult: pick([undefined, words(), { stdout: words(), interrupted: random(2) > 0 }]),
      sessionId: 'aaaa',
      cwd: '/a',
    };
    return JSON.stringify(shuffled(line));
  };
}
