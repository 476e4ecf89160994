// npm run bench: figures side by side with their baselines, medians of runs in turns.

import { benchBlockers } from './blockers';
import { benchCommandLine } from './commandLine';
import { benchHooks } from './hooks';
import { benchProject } from './project';
import type { Row } from './row';
import { benchSave } from './save';
import { benchStores } from './stores';
import { benchTranscripts } from './transcripts';

async function main(): Promise<void> {
  const rows = [
    ...(await benchCommandLine()),
    ...(await benchHooks()),
    ...(await benchBlockers()),
    ...(await benchSave()),
    ...(await benchProject()),
    ...(await benchStores()),
    ...(await benchTranscripts()),
  ];
  console.log(toTable(rows));
}

function toTable(rows: readonly Row[]): string {
  const cells = [
    ['what', 'median', '×', 'baseline'],
    ...rows.map(({ name, median, unit, ratio, baseline }) => [
      name,
      `${median.toFixed(2)} ${unit}`.trimEnd(),
      ratio.toFixed(2),
      baseline,
    ]),
  ];
  const widths = cells[0]?.map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

void main();
