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

const mention = /\bD-?(\d{1,15})(?!\d)/gi;

/**
 * Of everything that begins a line as an entry does, also in a code block, a remark or a table: a
 * number that was skipped does no harm, one that is given twice does.
 */
function highestNumber(text: string): number {
  let highest = 0;
  for (const found of text.matchAll(mention)) {
    const number = Number(found[1]);
    if (number > highest && beginsLine(text, found.index)) {
      highest = number;
    }
  }
  return highest;
}

/** Before it come only marks and a time: what is longer than this is prose. */
function beginsLine(text: string, index: number): boolean {
  const before = text.slice(Math.max(index - 120, 0), index);
  const inLine = before.slice(before.search(/[^\r\n]*$/)).replace(/\[[^\]]*\]/g, '');
  return inLine.length < 100 && !/\p{L}/u.test(inLine.replace(/\d[TZ]/g, ''));
}

/** A line of its own could pass for another field or entry. */
export function inOneLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim();
}
