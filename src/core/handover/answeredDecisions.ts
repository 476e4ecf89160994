// The decisions that a person gave with a handover, as entries of the log. One that is there already,
// from this session or from a run that was cut off, is not appended again.

import { appendDecision } from '../decisions';
import type { NewDecision } from '../documents/decisionEntry';
import { notStated } from '../documents/decisionProblems';
import { parseDecisions } from '../documents/decisions';
import type { Decision } from '../schemas/handover';
import { readFileWithin } from '../stores/fileWithin';
import { UserError } from '../support/errors';
import { plainText } from '../support/plainText';
import type { QuietPlace } from '../workplace';
import { isDecisionId } from './answers';
import type { AnsweredDecision } from './handoverReports';
import { decisionsOfSession } from './sessionDecisions';

export function loggedDecisions({ paths }: QuietPlace): readonly Decision[] {
  const seen = readFileWithin(paths.decisions, paths.root);
  if (seen.kind === 'outside' || seen.kind === 'unreadable') {
    throw new UserError(seen.kind, seen.reason);
  }
  return seen.kind === 'ok' ? parseDecisions(seen.bytes.toString('utf8')).decisions : [];
}

type AnsweredType = 'USER_DECISION' | 'STEERING_EXCEPTION';

/** The number of each, in their order; undefined while it waits for a lock. */
export async function appendAnswered(
  place: QuietPlace,
  answers: readonly (string | AnsweredDecision)[],
  type: AnsweredType,
  at: string,
): Promise<(string | undefined)[]> {
  const ids: (string | undefined)[] = [];
  for (const answer of answers) {
    ids.push(
      typeof answer === 'string' && isDecisionId(answer)
        ? answer.trim()
        : await appendOnce(place, entryOf(answer, type, at)),
    );
  }
  return ids;
}

export async function appendOnce(
  place: QuietPlace,
  entry: NewDecision,
): Promise<string | undefined> {
  const logged = loggedDecisions(place);
  const ofSession = new Set(decisionsOfSession(logged));
  const found = logged.findLast(
    (each) => (each.at === entry.at || ofSession.has(each)) && isSame(each, entry),
  );
  return found?.id ?? (await appendDecision(place, entry)).id;
}

function entryOf(answer: string | AnsweredDecision, type: AnsweredType, at: string): NewDecision {
  const given = typeof answer === 'string' ? { summary: answer } : answer;
  const text = (value: string | undefined) => value?.trim() || notStated;
  const { summary, context = '', decision = '', reason, impact, steeringRef } = given;
  return {
    at,
    type,
    summary,
    context: context.trim() || 'Session handover',
    decision: decision.trim() || summary,
    reason: text(reason),
    impact: text(impact),
    source: 'user',
    ...(type === 'STEERING_EXCEPTION' && { steeringRef: text(steeringRef) }),
  };
}

const compared = ['summary', 'context', 'decision', 'reason', 'impact', 'steeringRef'] as const;

function isSame(logged: Decision, entry: NewDecision): boolean {
  return (
    logged.type === entry.type &&
    compared.every((field) => folded(logged[field]) === folded(entry[field]))
  );
}

function folded(text: string | undefined): string {
  return plainText(text ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}
