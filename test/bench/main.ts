// npm run bench [-- NAME...]: figures side by side with their baselines, medians of runs in turns.

import { benchAgents } from './agents';
import { benchBlockers } from './blockers';
import { benchCommandLine } from './commandLine';
import { benchDecisions } from './decisions';
import { benchHooks } from './hooks';
import { benchMcp } from './mcp';
import { benchProject } from './project';
import type { Row } from './row';
import { benchSave } from './save';
import { benchSearch } from './search';
import { benchSessions } from './sessions';
import { benchStores } from './stores';
import { benchTranscripts } from './transcripts';

const benches: Readonly<Record<string, () => Promise<Row[]>>> = {
  commandLine: benchCommandLine,
  hooks: benchHooks,
  blockers: benchBlockers,
  decisions: benchDecisions,
  save: benchSave,
  search: benchSearch,
  mcp: benchMcp,
  project: benchProject,
  sessions: benchSessions,
  stores: benchStores,
  transcripts: benchTranscripts,
  agents: benchAgents,
};

/** All of them, or those that are named. */
async function main(names: readonly string[]): Promise<void> {
  const unknown = names.find((name) => !Object.hasOwn(benches, name));
  if (unknown !== undefined) {
    throw new Error(`There is no "${unknown}". There are: ${Object.keys(benches).join(', ')}.`);
  }
  const rows: Row[] = [];
  for (const [name, bench] of Object.entries(benches)) {
    if (names.length === 0 || names.includes(name)) {
      rows.push(...(await bench()));
    }
  }
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

void main(process.argv.slice(2));
