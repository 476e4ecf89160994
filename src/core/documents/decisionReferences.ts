// D-numbers in a text, and which decisions no longer hold because a later one took their place.

import type { Decision } from '../schemas/handover';

export interface DecisionReference {
  readonly id: string;
  /** Where it is in the text. */
  readonly start: number;
  readonly end: number;
}

/** `D12`, `D-012`; not the `D3` of `D3.js` or of another word. */
const reference = /(?<![\p{L}\p{N}_./-])D-?(\d{1,15})(?![\p{L}\p{N}_]|\.\p{L}|-\d)/gu;

export function decisionReferences(text: string): DecisionReference[] {
  return [...text.matchAll(reference)].map((found) => ({
    id: `D${Number(found[1])}`,
    start: found.index,
    end: found.index + found[0].length,
  }));
}

/** `D12` however a person types it. */
export function decisionId(text: string): string | undefined {
  const digits = /^D?-?(\d{1,15})$/i.exec(text.trim())?.[1];
  return digits && `D${Number(digits)}`;
}

/** Who took whose place: the last one that says so. */
export function supersededBy(decisions: readonly Decision[]): ReadonlyMap<string, string> {
  const by = new Map<string, string>();
  for (const { id, supersedes } of decisions) {
    for (const old of supersedes ? decisionReferences(supersedes.toUpperCase()) : []) {
      if (old.id !== id) {
        by.set(old.id, id);
      }
    }
  }
  return by;
}
