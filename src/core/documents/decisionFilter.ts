// Which decisions a person wants to see: by type, and by words that are all in them. Pure.

import type { Decision } from '../schemas/handover';

export interface DecisionFilter {
  /** Empty: all of them. */
  readonly types: readonly string[];
  readonly text: string;
}

export const everyDecision: DecisionFilter = { types: [], text: '' };

export function isFilter({ types, text }: DecisionFilter): boolean {
  return types.length > 0 || text.trim() !== '';
}

export function filteredDecisions<D extends Decision>(
  decisions: readonly D[],
  filter: DecisionFilter,
): readonly D[] {
  if (!isFilter(filter)) {
    return decisions;
  }
  const types = new Set(filter.types);
  const words = folded(filter.text).split(/\s+/).filter(Boolean);
  return decisions.filter(
    (decision) => (types.size === 0 || types.has(decision.type)) && hasAll(decision, words),
  );
}

function hasAll(decision: Decision, words: readonly string[]): boolean {
  if (words.length === 0) {
    return true;
  }
  const { id, summary, context, decision: decided, reason, impact, source } = decision;
  const text = folded(
    [id, decision.type, decision.at, summary, context, decided, reason, impact, source]
      .concat(decision.steeringRef, decision.supersedes)
      .filter((part) => part !== undefined)
      .join('\n'),
  );
  // D1 means that one, not D10 to D19.
  return words.every((word) =>
    /^d\d+$/.test(word) ? new RegExp(`\\b${word}\\b`).test(text) : text.includes(word),
  );
}

/** One system writes 각 as one character, another as three. */
function folded(text: string): string {
  return text.normalize('NFC').toLocaleLowerCase();
}
