// The labelled outputs of test/fixtures/blockers, and how well detection does on them.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createRunScan } from '../../src/core/detection/blockers/runScan';
import type { RecordedCase } from '../fixtures/blockers/generator/corpusGroup';

export interface CorpusOutput extends RecordedCase {
  /** "jest/fails". */
  readonly id: string;
  readonly output: Buffer;
}

export function readCorpus(folder = path.resolve('test/fixtures/blockers')): CorpusOutput[] {
  return readdirSync(folder).flatMap((group) => {
    const list = path.join(folder, group, 'cases.json');
    if (!existsSync(list)) {
      return [];
    }
    const cases = JSON.parse(readFileSync(list, 'utf8')) as RecordedCase[];
    return cases.map((each) => ({
      ...each,
      id: `${group}/${each.name}`,
      output: readFileSync(path.join(folder, group, `${each.name}.txt`)),
    }));
  });
}

export function detectedType(
  { command, exitCode, output }: CorpusOutput,
  chunkSize = output.length || 1,
): string | null {
  const scan = createRunScan(command, 'cli');
  for (let start = 0; start < output.length; start += chunkSize) {
    scan.push(output.subarray(start, start + chunkSize));
  }
  const verdict = scan.end(exitCode);
  return verdict.kind === 'failed' ? verdict.blocker.type : null;
}

export interface CorpusScore {
  readonly cases: number;
  readonly precision: number;
  readonly recall: number;
  /** "jest/fails: test_failure expected, null detected" */
  readonly wrong: readonly string[];
}

/** A blocker of the wrong type is both: one that is not there, and one that was missed. */
export function scoreOf(corpus: readonly CorpusOutput[]): CorpusScore {
  const results = corpus.map((each) => ({ each, type: detectedType(each) }));
  const right = results.filter(({ each, type }) => type !== null && type === each.expected).length;
  const detected = results.filter(({ type }) => type !== null).length;
  const expected = results.filter(({ each }) => each.expected !== null).length;
  return {
    cases: corpus.length,
    precision: right / detected,
    recall: right / expected,
    wrong: results
      .filter(({ each, type }) => type !== each.expected)
      .map(({ each, type }) => `${each.id}: ${each.expected} expected, ${type} detected`),
  };
}
