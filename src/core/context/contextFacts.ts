// What a saved context takes from the files of the project: open blockers, decisions, tasks of
// OpenSpec. Read without schemas, because hooks do it on every turn.

import { parseDecisions } from '../documents/decisions';
import { changeNamed } from '../openSpec';
import { readFileWithin } from '../stores/fileWithin';
import type { ContextFacts } from '../transcript/sessionContextOf';
import type { ContextPlace } from './contextPlace';
import { isRecord, listOf, textOf } from '../transcript/lineValues';

type ProjectFacts = Pick<ContextFacts, 'blockers' | 'decisions' | 'openSpecTasks'>;

const mostDecisions = 10;

export function projectFacts(place: ContextPlace): ProjectFacts {
  return {
    blockers: openBlockers(place),
    decisions: latestDecisions(place).map(({ decision, summary, reason }) => ({
      what: decision ?? summary,
      ...(reason !== undefined && { why: reason }),
    })),
    openSpecTasks: openSpecTasks(place),
  };
}

export function latestDecisions({ paths, root }: ContextPlace) {
  const text = readText(paths.decisions, root);
  return text === undefined ? [] : parseDecisions(text).decisions.slice(-mostDecisions);
}

function openBlockers({ paths, root }: ContextPlace): string[] {
  return listOf(readJson(paths.blockers, root)?.open).flatMap((each) => {
    const { type, description } = isRecord(each) ? each : {};
    const words = textOf(description);
    return words === undefined ? [] : [`${textOf(type) ?? 'other'}: ${words}`];
  });
}

function openSpecTasks({ paths, root }: ContextPlace): ContextFacts['openSpecTasks'] {
  const id = textOf(readJson(paths.sessionState, root)?.openspec);
  try {
    return id === undefined ? [] : changeNamed(root, id).tasks;
  } catch {
    // A change that is gone has no tasks.
    return [];
  }
}

/** None where it is no object, or not there. */
export function readJson(
  file: string,
  within: string,
): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(readText(file, within) ?? '');
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function readText(file: string, within: string): string | undefined {
  const seen = readFileWithin(file, within);
  return seen.kind === 'ok' ? seen.bytes.toString('utf8') : undefined;
}
