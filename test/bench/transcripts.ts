import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hookOptions } from '../../src/core/install/launcherText';
import { writeLargeTranscript } from '../support/largeTranscript';
import { compare, medianOf } from './measure';
import type { Row } from './row';

const megabyte = 1_000_000;
const mostMemory = 100;

/** What it costs to read a transcript for the first time, beside counting its lines. */
export async function benchTranscripts(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'baton-bench-'));
  const transcript = (megabytes: number) => {
    const file = path.join(folder, `${megabytes}.jsonl`);
    return { file, ...writeLargeTranscript(file, megabytes * megabyte) };
  };
  try {
    const { file } = transcript(200);
    const first = await compare(
      15,
      '200 MB transcript read for the first time',
      () => readWhole(file),
      'wc -l',
      () => {
        execFileSync('wc', ['-l', file]);
      },
    );
    const large = transcript(500);
    const memory = medianOf([1, 2, 3].map(() => readWhole(large.file) / megabyte));
    return [
      first,
      {
        name: '500 MB transcript read for the first time: memory',
        median: memory,
        unit: 'MB',
        baseline: `at most ${mostMemory} MB`,
        ratio: memory / mostMemory,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readWhole(file: string): number {
  const output = execFileSync(
    process.execPath,
    // As the launcher starts a hook, which is who reads a transcript first.
    [hookOptions, path.resolve('out/test/bench/readWhole.js'), file],
    { encoding: 'utf8' },
  );
  const result = JSON.parse(output) as { read: number; memory: number };
  const { size } = statSync(file);
  if (result.read !== size) {
    throw new Error(`${file} has ${size} bytes, but ${result.read} were read.`);
  }
  return result.memory;
}
