// The layers of the test run: what each is called, what it came to, and how all are summed up.

import type { TestFailure } from '../../test/support/mochaRun';
import { secondsSince } from '../process/progress';

export const layerNames = [
  'lint',
  'types',
  'unit',
  'claude',
  'agents',
  'integration',
  'e2e',
] as const;
export type LayerName = (typeof layerNames)[number];

export interface LayerResult {
  passed: number;
  failed: number;
  skipped: readonly string[];
  failures?: readonly TestFailure[];
  /** Why the layer itself failed, beyond its tests. */
  problem?: string;
}

export function failedLayer(problem: string): LayerResult {
  return { passed: 0, failed: 1, skipped: [], problem };
}

/** The last line of the run. */
export function summaryLine(results: readonly LayerResult[]): string {
  const sum = (count: (result: LayerResult) => number): number =>
    results.reduce((total, result) => total + count(result), 0);
  const skipped = sum((result) => result.skipped.length);
  const line = `${sum((r) => r.passed)} passed, ${sum((r) => r.failed)} failed`;
  return skipped === 0 ? line : `${line}, ${skipped} skipped`;
}

/** Runs a layer and says its name, result and seconds. A layer that throws has failed. */
export async function reported(
  name: LayerName,
  run: () => Promise<LayerResult>,
): Promise<LayerResult> {
  const start = performance.now();
  const result = await run().catch((error: unknown) =>
    failedLayer(error instanceof Error ? error.message : String(error)),
  );
  if (result.problem !== undefined) {
    console.log(`\n${result.problem}`);
  }
  const verdict = result.failed === 0 ? 'ok' : 'FAILED';
  console.log(`\n== ${name}: ${verdict}, ${summaryLine([result])}, ${secondsSince(start)}`);
  for (const title of result.skipped) {
    console.log(`   SKIPPED: ${title}`);
  }
  return result;
}
