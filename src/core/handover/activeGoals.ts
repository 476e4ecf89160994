// The body of "Active Goals": how far each spec and wave is. A person's rows stay as they are.

import type { Pipeline } from './handoverReports';
import { quotedLine } from './quotedWords';

/** Lines of ours are found again by their bold name, and renewed where they stand. */
export function withProgress(body: string, pipeline: Pipeline): string {
  const goals = goalsOf(pipeline);
  const lines = body === '' ? [] : body.split('\n');
  const done = new Set<string>();
  const renewed = lines.map((line) => {
    const name = /^- \*\*(.+?)\*\*: /.exec(line)?.[1];
    const goal = goals.find((each) => each.name === name);
    if (goal) {
      done.add(goal.name);
    }
    return goal ? lineOf(goal) : line;
  });
  const added = goals
    .filter((goal) => !done.has(goal.name) && !lines.some(isAbout(goal)))
    .map(lineOf);
  const last = renewed.at(-1) ?? '';
  const isApart = last === '' || added.length === 0 || /^\s*[-*+]\s/.test(last);
  return [...renewed, ...(isApart ? [] : ['']), ...added].join('\n');
}

interface Goal {
  readonly name: string;
  readonly progress: string;
}

function goalsOf({ specs, waves }: Pipeline): Goal[] {
  return [
    ...waves.map(({ wave, complete, total }) => ({
      name: `Wave ${quotedLine(wave, 60)}`,
      progress: `${complete} of ${total} specs complete`,
    })),
    ...specs.map(({ name, phase, isComplete, wave, blocked }) => ({
      name: quotedLine(name, 100),
      progress: [
        isComplete ? 'complete' : quotedLine(phase ?? 'no phase', 60),
        ...(wave === undefined ? [] : [`wave ${quotedLine(wave, 60)}`]),
        ...(blocked === undefined ? [] : [`blocked: ${quotedLine(blocked, 200)}`]),
      ].join(', '),
    })),
  ];
}

function lineOf({ name, progress }: Goal): string {
  return `- **${name}**: ${progress}`;
}

/** A row or line of a person that says the same already. */
function isAbout({ name, progress }: Goal): (line: string) => boolean {
  const [phase = ''] = progress.split(',');
  return (line) => line.includes(name) && line.toLowerCase().includes(phase.toLowerCase());
}
