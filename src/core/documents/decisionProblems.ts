// What is odd about entries of decisions.md. They are read all the same.

import type { Decision } from '../schemas/handover';
import type { Problem } from '../schemas/problem';
import { type Message, msg } from '../support/message';
import { isTimestamp, parseTime } from '../support/time';
import { decisionTypes } from './decisionTypes';
import type { DocumentProblem } from './documentProblem';

const known = new Set<string>(decisionTypes);
const day = 24 * 60 * 60 * 1000;

/** Names of fields that an entry of that type should have and does not. */
export function missingFields(
  decision: Pick<Decision, 'type' | 'reason' | 'impact' | 'steeringRef'>,
): string[] {
  const { type, reason, impact, steeringRef } = decision;
  if (!known.has(type) || type === 'SESSION_START' || type === 'SESSION_END') {
    return [];
  }
  return [
    ...(reason ? [] : ['Reason']),
    ...(impact ? [] : ['Impact']),
    ...(type === 'STEERING_EXCEPTION' && !steeringRef ? ['Steering-ref'] : []),
  ];
}

export function missingMessage(id: string, missing: readonly string[]): Message {
  return msg('{0} does not say its {1}.', id, missing.join(', '));
}

/** In the order of the file. */
export function decisionProblems(decisions: readonly Decision[]): DocumentProblem[] {
  const firstLineOf = new Map<string, number>();
  let previous: Decision | undefined;
  return decisions.flatMap((entry) => {
    const problems = [
      ...headProblems(entry),
      ...repeated(entry, firstLineOf.get(entry.id)),
      ...outOfOrder(entry, previous),
      ...missing(entry),
    ];
    firstLineOf.set(entry.id, firstLineOf.get(entry.id) ?? entry.line);
    previous = isTimestamp(entry.at) ? entry : previous;
    return problems;
  });
}

function headProblems({ id, at, type, line }: Decision): DocumentProblem[] {
  const problems: DocumentProblem[] = [];
  if (at === '') {
    problems.push(problem('missing-field', line, msg('{0} does not say when it was taken.', id)));
  } else if (!isTimestamp(at)) {
    problems.push(problem('invalid-field', line, msg('{0}: "{1}" is not a time.', id, at)));
  }
  if (type !== '' && !known.has(type)) {
    const message = msg('{0}: the type {1} is not one of {2}.', id, type, decisionTypes.join(', '));
    problems.push(problem('unknown-type', line, message));
  }
  return problems;
}

function repeated({ id, line }: Decision, earlier: number | undefined): DocumentProblem[] {
  return earlier === undefined
    ? []
    : [
        problem(
          'duplicate-id',
          line,
          msg('{0} is used twice: the other one is in line {1}.', id, earlier),
        ),
      ];
}

/** Only where it is certain: a time without offset may be anywhere, a date is a whole day. */
function outOfOrder(entry: Decision, previous: Decision | undefined): DocumentProblem[] {
  if (!previous) {
    return [];
  }
  const doubt = [entry, previous].some(({ at }) => !/(?:Z|[+-]\d{2}:?\d{2})$/.test(at.slice(10)));
  const earlierBy = parseTime(previous.at) - parseTime(entry.at);
  return earlierBy > (doubt ? day : 0)
    ? [
        problem(
          'out-of-order',
          entry.line,
          msg('{0} is earlier than {1}, which comes before it.', entry.id, previous.id),
        ),
      ]
    : [];
}

function missing(entry: Decision): DocumentProblem[] {
  const names = missingFields(entry);
  return names.length === 0
    ? []
    : [problem('missing-field', entry.line, missingMessage(entry.id, names))];
}

function problem(code: Problem['code'], line: number, message: Message): DocumentProblem {
  return { code, line, message };
}
