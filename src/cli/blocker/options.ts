// What several verbs of blockers take, and how they say which blocker is meant.

import type { Project } from '../../core/project';
import { relativePath } from '../../core/projectPaths';
import { type Blocker, blockerSeverities, blockerTypes } from '../../core/schemas/blocker';
import type { Snapshot } from '../../core/snapshot';
import { UserError } from '../../core/support/errors';
import { msg, type Translate } from '../../core/support/message';
import { shortLine } from '../../core/support/plainText';
import { openProject } from '../openProject';
import type { VerbInput, VerbOption } from '../verb';

export const descriptiveOptions = {
  type: { type: 'string', value: 'TYPE', summary: msg('One of {0}', blockerTypes.join(', ')) },
  severity: {
    type: 'string',
    value: 'SEVERITY',
    summary: msg('One of {0}', blockerSeverities.join(', ')),
  },
  resolution: { type: 'string', value: 'TEXT', summary: msg('What may solve it') },
} as const satisfies Record<string, VerbOption>;

/** The value of an option that takes words. */
export function textOf({ values }: VerbInput, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

export function typeOf(input: VerbInput): Blocker['type'] {
  return oneOf(blockerTypes, textOf(input, 'type'), 'type');
}

export function severityOf(input: VerbInput): Blocker['severity'] {
  return oneOf(blockerSeverities, textOf(input, 'severity'), 'severity');
}

export function oneOf<T extends string>(
  known: readonly T[],
  value: string | undefined,
  option: string,
): T | undefined {
  const found = known.find((each) => each === value);
  if (value !== undefined && found === undefined) {
    throw new UserError(
      'usage',
      msg('--{0} {1}: it has to be one of {2}.', option, value, known.join(', ')),
    );
  }
  return found;
}

export async function withProject<T>(
  input: VerbInput,
  body: (project: Project) => Promise<T>,
): Promise<T> {
  const project = openProject(input);
  try {
    return await body(project);
  } finally {
    project.dispose();
  }
}

/** What could not be read must not pass for a project without blockers. */
export async function readable(project: Project): Promise<Snapshot> {
  const snapshot = await project.refresh();
  const file = relativePath(snapshot.root, snapshot.paths.blockers);
  const problem = snapshot.problems.find(
    (each) => each.file === file && each.code !== 'invalid-field' && !each.usesBackup,
  );
  if (problem) {
    throw new UserError(problem.code, msg('{0} was not read. {1}', file, problem.message));
  }
  return snapshot;
}

/** The one that is named, by its id or the beginning of it; without a name the only one. */
export async function chosenId(project: Project, name: string | undefined): Promise<string> {
  const { blockers } = await readable(project);
  const fitting = name === undefined ? blockers : named(blockers, name);
  const [first, second] = fitting;
  if (first && !second) {
    return idOf(first);
  }
  if (name !== undefined && !first) {
    // It says that there is none of that name.
    return name;
  }
  throw new UserError(
    'which-blocker',
    first
      ? msg('Several blockers are open. Say which one: {0}', fitting.map(shownId).join(', '))
      : msg('No blocker is open.'),
  );
}

/** One that an agent wrote into the session state has none; its description stands for it. */
function idOf({ id, description }: Blocker): string {
  return id ?? description ?? '';
}

/** It may come from anywhere. */
export function shownId(blocker: Blocker): string {
  return shortLine(idOf(blocker), 100);
}

function named(blockers: readonly Blocker[], name: string): readonly Blocker[] {
  const exact = blockers.filter((each) => idOf(each) === name);
  return exact.length > 0 || name.length < 3
    ? exact
    : blockers.filter(({ id }) => id?.startsWith(name));
}

export function lineOf(blocker: Blocker, t: Translate): string {
  const { type = 'other', severity = 'medium', description = '', count = 1 } = blocker;
  const words = shortLine(description) || t('No description');
  return `[${severity}] ${type}: ${words}${count > 1 ? ` (${t('seen {0} times', count)})` : ''}`;
}
