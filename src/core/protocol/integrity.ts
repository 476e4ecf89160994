// Whether a session state keeps the promises of its format, from its raw JSON value: the lenient
// reading has already left out what this must find. Pure.

import { blockerSeverities, blockerTypes } from '../schemas/blocker';
import { excerpt } from '../schemas/excerpt';
import { requiredToLoad, requiredToSave, saveModes } from '../schemas/sessionState';
import { expectedTime } from '../schemas/timestamp';
import { isTimestamp } from '../support/time';
import { type Message, msg } from '../support/message';

export interface Violation {
  /** As a path, `blockers[0].type`; empty when the whole value is meant. */
  readonly field: string;
  readonly message: Message;
}

type Fields = Readonly<Record<string, unknown>>;

interface Rule {
  readonly expected: string | Message;
  fits(value: unknown): boolean;
}

const anObject: Rule = { expected: msg('an object'), fits: isObject };

const count: Rule = {
  expected: msg('a whole number that is not negative'),
  fits: (value) => Number.isInteger(value) && (value as number) >= 0,
};

/** It need not be whole: what is within one of the computed one is good enough. */
const percentage: Rule = {
  expected: msg('a number that is not negative'),
  fits: (value) => Number.isFinite(value) && (value as number) >= 0,
};

const requiredFields: Readonly<Record<(typeof requiredToLoad)[number], Rule>> = {
  mode: oneOf(saveModes),
  saved_at: {
    expected: expectedTime,
    fits: (value) => typeof value === 'string' && isTimestamp(value),
  },
  git_branch: { expected: msg('the name of a branch, or null'), fits: isTextOrNull },
  openspec: { expected: msg('the number or name of a change, or null'), fits: isTextOrNull },
};

/** A file with more than this many blockers is not one of ours, and need not be told in full. */
const mostBlockers = 100;

export function integrityViolations(raw: unknown): Violation[] {
  if (!isObject(raw)) {
    const message = msg('The session state is {0}: expected an object with fields.', excerpt(raw));
    return [{ field: '', message }];
  }
  return [
    ...requiredToLoad.flatMap((field) => required(field, raw[field], requiredFields[field])),
    ...progressViolations(raw.task_progress),
    ...blockerViolations('blocker', raw.blocker),
    ...blockerListViolations(raw.blockers),
  ];
}

/** What a save writes and a load can do without. */
export function missingToSave(raw: unknown): string[] {
  const fields = isObject(raw) ? raw : {};
  return requiredToSave.slice(requiredToLoad.length).filter((field) => fields[field] === undefined);
}

function progressViolations(progress: unknown): Violation[] {
  if (isNothing(progress)) {
    return [];
  }
  if (!isObject(progress)) {
    return checked('task_progress', progress, anObject);
  }
  const wrong = [
    ...required('task_progress.completed', progress.completed, count),
    ...required('task_progress.total', progress.total, count),
    ...required('task_progress.percentage', progress.percentage, percentage),
  ];
  return wrong.length > 0 ? wrong : inconsistencies(progress as Record<string, number>);
}

function inconsistencies({
  completed = 0,
  total = 0,
  percentage: given = 0,
}: Readonly<Record<string, number>>): Violation[] {
  if (completed > total) {
    const message = msg(
      '"{0}" is {1}: expected at most {2}, the number of all tasks.',
      'task_progress.completed',
      completed,
      total,
    );
    return [{ field: 'task_progress.completed', message }];
  }
  const computed = total === 0 ? 0 : (100 * completed) / total;
  if (Math.abs(given - computed) <= 1) {
    return [];
  }
  const message = msg(
    '"{0}" is {1}: expected {2}, because {3} of {4} tasks are completed.',
    'task_progress.percentage',
    given,
    Math.round(computed),
    completed,
    total,
  );
  return [{ field: 'task_progress.percentage', message }];
}

function blockerListViolations(blockers: unknown): Violation[] {
  if (isNothing(blockers)) {
    return [];
  }
  return Array.isArray(blockers)
    ? blockers
        .slice(0, mostBlockers)
        .flatMap((blocker, index) =>
          blocker === null
            ? checked(`blockers[${index}]`, blocker, anObject)
            : blockerViolations(`blockers[${index}]`, blocker),
        )
    : checked('blockers', blockers, { expected: msg('a list of blockers'), fits: () => false });
}

function blockerViolations(field: string, blocker: unknown): Violation[] {
  if (isNothing(blocker)) {
    return [];
  }
  return isObject(blocker)
    ? [
        ...required(`${field}.type`, blocker.type, oneOf(blockerTypes)),
        ...(blocker.severity === undefined
          ? []
          : checked(`${field}.severity`, blocker.severity, oneOf(blockerSeverities))),
      ]
    : checked(field, blocker, anObject);
}

function required(field: string, value: unknown, rule: Rule): Violation[] {
  return value === undefined
    ? [{ field, message: msg('"{0}" is missing: expected {1}.', field, rule.expected) }]
    : checked(field, value, rule);
}

function checked(field: string, value: unknown, rule: Rule): Violation[] {
  return rule.fits(value)
    ? []
    : [
        {
          field,
          message: msg('"{0}" is {1}: expected {2}.', field, excerpt(value), rule.expected),
        },
      ];
}

function oneOf(values: readonly string[]): Rule {
  return {
    expected: values.map((value) => JSON.stringify(value)).join(' | '),
    fits: (value) => values.some((each) => each === value),
  };
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}

/** Both are how a file says that it has none. */
function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
