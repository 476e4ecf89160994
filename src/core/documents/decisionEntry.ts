// A decision as the next entry of decisions.md. Pure; core/decisions.ts appends it.

import * as z from 'zod/mini';
import { decisionSchema } from '../schemas/handover';
import { plainText } from '../support/plainText';
import { parseDecisions } from './decisions';

/** Its number is given when it is appended. */
export const newDecisionSchema = z.omit(decisionSchema, { id: true, line: true });
export type NewDecision = z.infer<typeof newDecisionSchema>;

const fields: readonly (readonly [name: string, key: keyof NewDecision])[] = [
  ['Context', 'context'],
  ['Decision', 'decision'],
  ['Reason', 'reason'],
  ['Impact', 'impact'],
  ['Source', 'source'],
  ['Steering-ref', 'steeringRef'],
  ['Supersedes', 'supersedes'],
];

export function formatDecision(decision: NewDecision, current: string): string {
  const { at, type, summary } = decision;
  const ending = current.includes('\r\n') ? '\r\n' : '\n';
  const lines = [
    `[${at}] D${highestNumber(current) + 1}: ${type} | ${inOneLine(summary)}`,
    ...fields.flatMap(([name, key]) => {
      const text = inOneLine(decision[key] ?? '');
      return text === '' ? [] : [`- ${name}: ${text}`];
    }),
  ];
  return lines.map((line) => `${line}${ending}`).join('');
}

export function isInDecisions({ at, type, summary }: NewDecision, current: string): boolean {
  return parseDecisions(current).decisions.some(
    (each) => each.at === at && each.type === type && each.summary === inOneLine(summary),
  );
}

/**
 * Of everything that looks like an entry, also one in a code block or one that is malformed: a number
 * that was skipped does no harm, one that is given twice does.
 */
function highestNumber(text: string): number {
  const numbers = [...text.matchAll(/\]\**[ \t]*\**D(\d{1,9})\b/g)].map(([, digits]) =>
    Number(digits),
  );
  return numbers.reduce((a, b) => Math.max(a, b), 0);
}

/** A line of its own could pass for another field or entry. */
function inOneLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim();
}
