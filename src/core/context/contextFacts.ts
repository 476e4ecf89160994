// What a saved context takes from the files of the project: open blockers, decisions, tasks of
// OpenSpec. Read without schemas, because hooks do it on every turn.

import { parseDecisions } from '../documents/decisions';
import { withSuperseded } from '../documents/decisionLinks';
import { changeNamed } from '../openSpec';
import type { ContextFacts } from '../transcript/sessionContextOf';
import { mostSevere } from './blockerLines';
import type { ContextPlace } from './contextPlace';
import { isSurelyOwn } from './localState';
import { readJson, readText } from './readFiles';
import { textOf } from '../transcript/lineValues';

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
  return mostSevere(surelyOwn(place, place.paths.blockers)?.open).map(
    ({ type, description }) => `${textOf(type) ?? 'other'}: ${textOf(description) ?? ''}`,
  );
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
