// Reads what a run of mocha left behind. No file, or no test in it, is a failure.

import { readFileSync } from 'node:fs';
import type { MochaCounts } from '../../test/support/mochaRun';
import { type LayerResult, failedLayer } from './layer';

/** `ended` says how the process that ran mocha ended; empty when that was fine. */
export function mochaResult(resultFile: string, ended: string): LayerResult {
  const counts = readCounts(resultFile);
  if (counts === undefined) {
    return failedLayer(`The tests left no result: ${ended || 'the run ended early'}.`);
  }
  if (counts.passed + counts.failed === 0) {
    return { ...failedLayer('No test ran.'), skipped: counts.skipped };
  }
  if (counts.failed === 0 && ended !== '') {
    // All tests passed, and then something went wrong: that is not a pass.
    return { ...counts, failed: 1, problem: `The tests passed, but the run did not: ${ended}.` };
  }
  return counts;
}

function readCounts(resultFile: string): MochaCounts | undefined {
  try {
    return JSON.parse(readFileSync(resultFile, 'utf8')) as MochaCounts;
  } catch {
    return undefined;
  }
}
