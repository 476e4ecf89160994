// What a saved context takes from the files of the project: open blockers, decisions, tasks of
// OpenSpec. Read without schemas, because hooks do it on every turn.

import { parseDecisions } from '../documents/decisions';
import { withSuperseded } from '../documents/decisionLinks';
import { changeNamed } from '../openSpec';
import type { ContextFacts } from '../transcript/sessionContextOf';
import type { ContextPlace } from './contextPlace';
import { isSurelyOwn } from './localState';
import { readJson, readText } from './readFiles';
import { isRecord, listOf, textOf } from '../transcript/lineValues';

type ProjectFacts = Pick<ContextFacts, 'blockers' | 'decisions' | 'openSpecTasks'>;

const mostDecisions = 10;

export function projectFacts(place: ContextPlace): ProjectFacts {
  return {
    blockers: openBlockers(place),
    decisions: latestDecisions(place)
      .filter(({ supersededBy }) => supersededBy === undefined)
      .map(({ decision, summary, reason }) => ({
        what: decision ?? summary,
        ...(reason !== undefined && { why: reason }),
      })),
    openSpecTasks: openSpecTasks(place),
  };
}

/** That a session began decides nothing. */
export function latestDecisions({ paths, root }: ContextPlace) {
  const text = readText(paths.decisions, root) ?? '';
  return withSuperseded(parseDecisions(text).decisions)
    .filter(({ type }) => type !== 'SESSION_START')
    .slice(-mostDecisions);
}

function openBlockers(place: ContextPlace): string[] {
  return listOf(surelyOwn(place, place.paths.blockers)?.open).flatMap((each) => {
    const { type, description } = isRecord(each) ? each : {};
    const words = textOf(description);
    return words === undefined ? [] : [`${textOf(type) ?? 'other'}: ${words}`];
  });
}

function openSpecTasks(place: ContextPlace): ContextFacts['openSpecTasks'] {
  const id = textOf(surelyOwn(place, place.paths.sessionState)?.openspec);
  try {
    return id === undefined ? [] : changeNamed(place.root, id).tasks;
  } catch {
    // A change that is gone has no tasks.
    return [];
  }
}

function surelyOwn(place: ContextPlace, file: string) {
  const value = readJson(file, place.root);
  return value && isSurelyOwn(place, file) ? value : undefined;
}
