import type { Row } from './row';

/**
 * Runs both in turns, so that what else the machine does falls on both alike; `prepare` is called
 * before each of ours, and does not count.
 */
export async function compare(
  runs: number,
  name: string,
  ours: () => unknown,
  baseline: string,
  plain: () => unknown,
  prepare?: () => unknown,
): Promise<Row> {
  const oursMs: number[] = [];
  const plainMs: number[] = [];
  for (let run = 0; run < runs; run++) {
    await prepare?.();
    oursMs.push(await time(ours));
    plainMs.push(await time(plain));
  }
  const median = medianOf(oursMs);
  return { name, median, unit: 'ms', baseline, ratio: median / medianOf(plainMs) };
}

export async function time(operation: () => unknown): Promise<number> {
  const start = performance.now();
  await operation();
  return performance.now() - start;
}

export function medianOf(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
