// A decision that an agent writes down: its words cleaned, and what is missing told.

import { type AppendedDecision, appendDecision } from '../decisions';
import type { NewDecision } from '../documents/decisionEntry';
import { missingFields, missingMessage } from '../documents/decisionProblems';
import { UserError } from '../support/errors';
import { type Message, msg } from '../support/message';
import type { QuietPlace } from '../workplace';
import { quotedLine } from './quotedWords';

export type AgentDecision = Omit<NewDecision, 'at'>;

export interface NotedDecision extends AppendedDecision {
  /** As it was written. */
  readonly decision: NewDecision;
  /** What the log expects of it and it does not say. */
  readonly gaps: Message | undefined;
}

const longestField = 2_000;

export async function decisionForAgent(
  place: QuietPlace,
  { type, summary, ...fields }: AgentDecision,
): Promise<NotedDecision> {
  const said = Object.entries<string | undefined>(fields).flatMap(([name, text = '']) => {
    const words = quotedLine(text, longestField);
    return words === '' ? [] : [[name, words] as const];
  });
  const decision: NewDecision = {
    at: place.now().toISOString(),
    type,
    summary: quotedLine(summary),
    ...Object.fromEntries(said),
  };
  if (decision.summary === '') {
    throw new UserError('summary-missing', msg('Say in one line what was decided.'));
  }
  const noted = await appendDecision(place, decision);
  const missing = missingFields(decision);
  const gaps = missing.length > 0 ? missingMessage(noted.id ?? summary, missing) : undefined;
  return { ...noted, decision, gaps };
}
