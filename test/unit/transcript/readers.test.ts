import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { agentOfLines, agentOfTranscript } from '../../../src/core/transcript/agentOfTranscript';
import { readerOf } from '../../../src/core/transcript/readers';
import { sampleLines } from '../../support/transcriptWords';

const samples = {
  codex: ['codex/editsPlanAndCompaction.jsonl', 'codex/codeMode.jsonl'],
  gemini: ['gemini/editsAndTodos.jsonl', 'gemini/compression.jsonl'],
  qwen: ['qwen/editsTodosAndCompression.jsonl', 'qwen/fork.jsonl'],
} as const;
const agents = ['codex', 'gemini', 'qwen'] as const;

describe('readers of transcripts', () => {
  for (const agent of agents) {
    it(`are found by the lines of ${agent}`, () => {
      for (const sample of samples[agent]) {
        const file = path.resolve('test/fixtures/transcripts', sample);
        assert.equal(agentOfTranscript(file), agent, sample);
        const text = readFileSync(file, 'utf8');
        assert.equal(agentOfLines(`not JSON\n\n{"unknown":1}\n${text}`), agent, sample);
      }
    });
  }

  for (const [agent, skipped] of [
    ['codex', 48],
    ['gemini', 27],
    ['qwen', 26],
  ] as const) {
    it(`pass over lines of ${agent} in which nothing is`, async () => {
      const reader = await readerOf(agent);
      const passed = samples[agent].flatMap(sampleLines).filter((line) => {
        const bytes = Buffer.from(line);
        return !reader.matters(bytes, 0, bytes.length);
      });
      assert.deepEqual(
        passed.flatMap((line) => reader.events(JSON.parse(line) as Record<string, unknown>)),
        [],
      );
      assert.equal(passed.length, skipped);
    });
  }

  const claude: readonly string[] = [
    '{"type":"queue-operation","operation":"enqueue","sessionId":"s"}',
    '{"type":"file-history-snapshot","messageId":"m","snapshot":{}}',
    '{"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":"Hi"}}',
    '{"type":"summary","summary":"x","leafUuid":"l"}',
  ];
  for (const line of claude) {
    it(`know Claude Code by ${line.slice(0, 30)}`, () => {
      assert.equal(agentOfLines(`${line}\n`), 'claude');
    });
  }

  it('know nobody by something else', () => {
    assert.equal(agentOfLines(''), undefined);
    assert.equal(agentOfLines('{"name":"x","type":"module"}'), undefined);
    assert.equal(agentOfLines('[1]\nnull\n"x"\n{"type":'), undefined);
    assert.equal(agentOfTranscript('/dev/null'), undefined);
  });

  it('take any line that parses, whatever was changed in it', async () => {
    let seed = 20261116;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
      return seed % below;
    };
    const oddValues = [
      null,
      0,
      -1,
      1e300,
      '',
      '\u0000',
      true,
      [],
      {},
      [null],
      [[]],
      'x'.repeat(5000),
    ];
    const mutated = (value: unknown): unknown => {
      if (random(12) === 0) {
        return oddValues[random(oddValues.length)];
      }
      if (Array.isArray(value)) {
        return value.map(mutated);
      }
      return typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mutated(each)]))
        : value;
    };
    for (const agent of agents) {
      const lines = agents
        .flatMap((each) => samples[each].flatMap(sampleLines))
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      const reader = await readerOf(agent);
      for (let round = 0; round < 6000; round++) {
        const line = mutated(lines[round % lines.length]);
        const bytes = Buffer.from(JSON.stringify(line));
        reader.matters(bytes, 0, bytes.length);
        reader.matters(bytes, 0, random(bytes.length + 1));
        if (typeof line === 'object' && line !== null && !Array.isArray(line)) {
          for (const event of reader.events(line as Record<string, unknown>)) {
            assert.equal(typeof event.kind, 'string');
            assert.doesNotThrow(() => JSON.stringify(event));
            if (event.kind === 'call' && event.action.do === 'edit') {
              assert.ok(event.action.paths.every((file) => typeof file === 'string'));
            }
          }
        }
      }
    }
  });
});
