// The failures of a run once more, for its end: a log of CI is often cut to its last lines.

import type { LayerResult } from './layer';

export interface NamedResult extends LayerResult {
  name: string;
}

const explained = 10;
const listed = 60;
const errorLines = 8;
const lineLength = 200;

/** Empty when nothing failed. What failed first is explained, the rest only named. */
export function failureList(results: readonly NamedResult[]): string[] {
  const failures = results.flatMap(({ name, failures = [], problem }) => [
    ...failures.map(({ title, error }) => ({ title: `${name}: ${title}`, error })),
    ...(problem === undefined ? [] : [{ title: name, error: problem }]),
  ]);
  if (failures.length === 0) {
    return [];
  }
  const lines = failures
    .slice(0, listed)
    .flatMap(({ title, error }, index) => [
      `  ${oneLine(title)}`,
      ...(index < explained ? firstLines(error) : []),
    ]);
  const more = failures.length - listed;
  return ['Failed:', ...lines, ...(more > 0 ? [`  and ${more} more`] : [])];
}

function firstLines(error: string): string[] {
  const lines = error.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(0, errorLines).map((line) => `    ${oneLine(line)}`);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, lineLength);
}
