// Runs mocha over built test files and counts, the same way inside VS Code and outside of it.
// The counts go to a file: a layer that crashed leaves none, which its caller takes as a failure.

import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface TestFailure {
  /** In full. */
  title: string;
  /** What it said, and where in the tests. */
  error: string;
}

export interface MochaCounts {
  passed: number;
  failed: number;
  /** Full titles of the tests that were skipped. */
  skipped: string[];
  failures: TestFailure[];
}

export interface MochaRunOptions {
  directory: string;
  resultFile: string | undefined;
  timeoutMs: number;
  /** A forgotten `.only` would silently leave out the rest. */
  forbidOnly: boolean;
  /** How many files at a time, each in a process of its own; one unless told. */
  jobs?: number;
}

export async function runMocha(options: MochaRunOptions): Promise<MochaCounts> {
  // An ES module, which the require of older extension hosts does not load.
  const { default: Mocha } = await import('mocha');
  const mocha = new Mocha({
    ui: 'bdd',
    reporter: 'spec',
    timeout: options.timeoutMs,
    forbidOnly: options.forbidOnly,
    parallel: (options.jobs ?? 1) > 1,
    jobs: options.jobs,
  });
  for (const file of testFiles(options.directory)) {
    mocha.addFile(file);
  }
  const skipped: string[] = [];
  const failed: TestFailure[] = [];
  const counts = await new Promise<MochaCounts>((resolve) => {
    const runner = mocha.run(() => {
      const { passes = 0, failures = 0 } = runner.stats ?? {};
      resolve({ passed: passes, failed: failures, skipped, failures: failed });
    });
    runner.on('pending', (test) => skipped.push(test.fullTitle()));
    runner.on('fail', (test, error: Error) => {
      failed.push({ title: test.fullTitle(), error: described(error) });
    });
  });
  if (options.resultFile !== undefined) {
    writeFileSync(options.resultFile, JSON.stringify(counts));
  }
  return counts;
}

function described({ message, stack = '' }: Error): string {
  const place = stack.split('\n').find((line) => /^\s+at .*\btest[/\\]/.test(line)) ?? '';
  const said = message.split('\n').filter((line) => line.trim() !== '');
  return [...said.slice(0, 6), place].join('\n');
}

function testFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.js'))
    .sort()
    .map((name) => path.join(directory, name));
}
