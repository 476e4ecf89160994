// What is odd about entries of decisions.md. They are read all the same.

import type { Decision } from '../schemas/handover';
import type { Problem } from '../schemas/problem';
import { type Message, msg } from '../support/message';
import { parseTime } from '../support/time';
import { unnumbered } from './decisionHead';
import { decisionTypes } from './decisionTypes';
import type { DocumentProblem } from './documentProblem';

const known = new Set<string>(decisionTypes);
const none: readonly string[] = [];
const day = 24 * 60 * 60 * 1000;

/** Stands for these where nobody said more: nobody is made to invent a reason. */
export const notStated = 'Not stated';

/** Names of fields that an entry of that type should have and does not. */
export function missingFields(
  decision: Pick<Decision, 'type' | 'reason' | 'impact' | 'steeringRef'>,
): readonly string[] {
  const { type, reason, impact, steeringRef } = decision;
  if (reason && impact && type !== 'STEERING_EXCEPTION') {
    return none;
  }
  if (!known.has(type) || type === 'SESSION_START' || type === 'SESSION_END') {
    return none;
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
  const problems: DocumentProblem[] = [];
  const firstLineOf = new Map<string, number>();
  let previous: Decision | undefined;
  let previousTime = NaN;
  for (const entry of decisions) {
    const time = parseTime(entry.at);
    const isTimed = !Number.isNaN(time);
    const earlier = firstLineOf.get(entry.id);
    addHeadProblems(problems, entry, isTimed);
    if (entry.id === unnumbered) {
      // That is told already.
    } else if (earlier !== undefined) {
      const message = msg('{0} is used twice: the other one is in line {1}.', entry.id, earlier);
      problems.push(problem('duplicate-id', entry.line, message));
    } else {
      firstLineOf.set(entry.id, entry.line);
    }
    if (previous && previousTime > time && isCertain(previousTime - time, entry, previous)) {
      const message = msg('{0} is earlier than {1}, which comes before it.', entry.id, previous.id);
      problems.push(problem('out-of-order', entry.line, message));
    }
    if (isTimed) {
      previous = entry;
      previousTime = time;
    }
    const missing = missingFields(entry);
    if (missing.length > 0) {
      problems.push(problem('missing-field', entry.line, missingMessage(entry.id, missing)));
    }
  }
  return problems;
}

/** A time without an offset may be anywhere; a date is a whole day. */
function isCertain(earlierBy: number, ...entries: readonly Decision[]): boolean {
  const isVague = entries.some(({ at }) => !/(?:Z|[+-]\d{2}:?\d{2})$/.test(at.slice(10)));
  return earlierBy > (isVague ? day : 0);
}

function addHeadProblems(
  problems: DocumentProblem[],
  { id, at, type, line }: Decision,
  isTimed: boolean,
): void {
  if (at === '') {
    problems.push(problem('missing-field', line, msg('{0} does not say when it was taken.', id)));
  } else if (!isTimed) {
    problems.push(problem('invalid-field', line, msg('{0}: "{1}" is not a time.', id, at)));
  }
  if (type !== '' && !known.has(type)) {
    const types = decisionTypes.join(', ');
    const message = msg('{0}: the type {1} is not one of {2}.', id, type, types);
    problems.push(problem('unknown-type', line, message));
  }
}

function problem(code: Problem['code'], line: number, message: Message): DocumentProblem {
  return { code, line, message };
}
