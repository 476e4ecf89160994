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
    const quoted = quotedLine(text, longestField);
    return quoted === '' ? [] : [[name, quoted] as const];
  });
  const words: AgentDecision = {
    type,
    summary: quotedLine(summary),
    ...Object.fromEntries(said),
  };
  if (words.summary === '') {
    throw new UserError('summary-missing', msg('Say in one line what was decided.'));
  }
  const noted = await appendDecision(place, words);
  const decision = { ...words, at: noted.at };
  const missing = missingFields(decision);
  const gaps = missing.length > 0 ? missingMessage(noted.id ?? summary, missing) : undefined;
  return { ...noted, decision, gaps };
}
