// One line per step, with the seconds it took.

export type Progress = (line: string) => void;

export function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

export async function timed<T>(
  progress: Progress,
  step: string,
  body: () => Promise<T>,
): Promise<T> {
  const start = performance.now();
  try {
    const result = await body();
    progress(`${step}: ${secondsSince(start)}`);
    return result;
  } catch (error) {
    progress(`${step}: failed after ${secondsSince(start)}`);
    throw error;
  }
}
