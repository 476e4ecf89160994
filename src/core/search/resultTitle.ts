// What a result is called in a list. Pure.

import path from 'node:path';
import type { FoundSession } from '../agents/discovery';
import { shortLine } from '../support/plainText';
import type { SearchKind } from './searchFile';
import type { UnitLine } from './unitText';

const longestTitle = 100;
/** How old it is is said beside it. */
const timeOfDecision = /^\[[^\]]{1,40}\] *(?=D\d)/;
const objective = /^ *"current_objective": *"([^\n]{1,1000}?)(?:",?)?$/m;

export function resultTitle(
  kind: SearchKind,
  file: string,
  lines: readonly UnitLine[],
  session: FoundSession | undefined,
): string {
  const name = path.basename(file);
  switch (kind) {
    case 'transcripts':
      return shortLine(session?.title ?? session?.first ?? name, longestTitle);
    case 'contexts': {
      const said = lines.map(({ text }) => objective.exec(text)?.[1]).find(Boolean);
      return shortLine(said ?? path.basename(file, '.json'), longestTitle);
    }
    default: {
      const heading = lines.find(({ text }) => text.trim() !== '' && !text.startsWith('<!--'));
      const title = heading?.text.replace(/^[#>*|\s-]+/, '').replace(timeOfDecision, '') ?? '';
      return shortLine(title, longestTitle) || name;
    }
  }
}
