import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ecosystems } from '../../src/core/detection/blockers/ecosystems';
import { judgeRun } from '../../src/core/detection/blockers/runScan';
import { readCorpus, scoreOf } from '../support/blockerCorpus';
import { hostileOutputs } from '../support/hostileOutputs';
import { toExtendedRegExp } from './extendedRegExp';
import { compare, medianOf, time } from './measure';
import type { Row } from './row';

const megabytes = 50;

/** How well detection knows a blocker, and what it costs to look for one. */
export async function benchBlockers(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'baton-bench-'));
  try {
    return [...scores(), ...(await scans(folder)), ...(await hostile())];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function scores(): Row[] {
  const { cases, precision, recall, wrong } = scoreOf(readCorpus());
  for (const line of wrong) {
    console.log(`detection is wrong: ${line}`);
  }
  const row = (name: string, value: number): Row => ({
    name: `detection: ${name} on ${cases} outputs`,
    median: value,
    unit: '',
    baseline: 'at least 0.97',
    ratio: value / 0.97,
  });
  return [row('precision', precision), row('recall', recall)];
}

async function scans(folder: string): Promise<Row[]> {
  const patterns = path.join(folder, 'patterns');
  writeFileSync(
    patterns,
    ecosystems
      .flatMap(({ failures }) => failures.map(({ sign }) => `${toExtendedRegExp(sign.source)}\n`))
      .join(''),
  );
  const small = path.join(folder, 'small');
  writeFileSync(small, 'nothing to see\n');
  const rows: Row[] = [];
  for (const [name, line] of Object.entries(outputs)) {
    const file = path.join(folder, 'output');
    writeFileSync(file, repeated(line));
    rows.push(
      await compare(
        5,
        `${megabytes} MB of ${name} scanned`,
        () => scan(file),
        'grep -cE, same patterns',
        () => {
          // 1 is "no line matches".
          assertStatus(
            spawnSync('grep', ['-cE', '-f', patterns, file], { encoding: 'utf8' }),
            [0, 1],
          );
        },
      ),
      memoryRow(`${megabytes} MB of ${name}: memory beyond that of one line`, file, small),
    );
  }
  return rows;
}

const outputs: Readonly<Record<string, (index: number) => string>> = {
  'build log': (index) =>
    `[${index}] compiled module src/components/widget${index % 997}.ts in ${index % 77} ms\n`,
  'passing tests': (index) =>
    `  ✓ cart › rejects an order with error code ${index % 600} when payment failed (${index % 9} ms)\n`,
  'coloured tests': (index) =>
    ` \u001B[32m✓\u001B[39m src/cart${index % 97}.test.ts \u001B[2m(${index % 40} tests)\u001B[22m\u001B[33m ${index % 900}\u001B[2mms\u001B[22m\u001B[39m\n`,
  'a log of errors': (index) =>
    `2026-01-15T10:${index % 60}:00Z ERROR payment failed for order ${index % 991}: gateway error ${index % 31}, retrying after failure\n`,
  'coloured failures': (index) =>
    ` \u001B[31m✗\u001B[39m src/cart${index % 97}.test.ts \u001B[2m(${index % 40} tests)\u001B[22m\u001B[33m failed with error: ${index % 900}\u001B[2mms\u001B[22m\u001B[39m\n`,
  'warnings of a compiler': (index) =>
    `warning: unused variable: \`x${index % 97}\`, error handling not found, cannot resolve ${index}\n`,
  'TAP with talk of errors': (index) =>
    `ok ${index} - handles the error when the request failed\n  ---\n  duration_ms: ${index % 9}\n  ...\n`,
  'server log': (index) =>
    `2026-01-15T10:${index % 60}:00Z INFO request ${index} GET /api/orders/${index % 991} 200 ${index % 31}ms\n`,
};

function repeated(line: (index: number) => string): string {
  const parts: string[] = [];
  for (let size = 0, index = 0; size < megabytes * 1_000_000; index += 1) {
    const next = line(index);
    size += Buffer.byteLength(next);
    parts.push(next);
  }
  return parts.join('');
}

function scan(file: string): number {
  const input = openSync(file, 'r');
  try {
    const run = spawnSync(process.execPath, [path.resolve('out/test/bench/scanInput.js')], {
      encoding: 'utf8',
      stdio: [input, 'pipe', 'inherit'],
    });
    assertStatus(run, [0]);
    return (JSON.parse(run.stdout) as { memory: number }).memory;
  } finally {
    closeSync(input);
  }
}

function memoryRow(name: string, file: string, small: string): Row {
  const extra = [1, 2, 3].map(() => (scan(file) - scan(small)) / 1_000_000);
  const median = medianOf(extra);
  return { name, median, unit: 'MB', baseline: 'at most 20 MB', ratio: median / 20 };
}

async function hostile(): Promise<Row[]> {
  const times: number[] = [];
  for (const output of hostileOutputs()) {
    times.push(
      await time(() => judgeRun({ command: 'npm test', exitCode: 1, source: 'cli' }, output)),
    );
  }
  const slowest = Math.max(...times);
  return [
    {
      name: `slowest of ${times.length} hostile lines`,
      median: slowest,
      unit: 'ms',
      baseline: 'at most 50 ms',
      ratio: slowest / 50,
    },
  ];
}

function assertStatus(
  { status, stderr, error }: ReturnType<typeof spawnSync>,
  allowed: readonly number[],
): void {
  if (status === null || !allowed.includes(status)) {
    throw error ?? new Error(String(stderr));
  }
}
