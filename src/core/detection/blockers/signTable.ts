// All signs of all ecosystems, ready to be looked for in one pass over an output.

import type { Ecosystem, Failure } from './ecosystem';
import { ecosystems } from './ecosystems';
import { requiredWords } from './requiredWords';
import { createWordSearch, type WordSearch } from './wordSearch';

export type Sign =
  | { readonly kind: 'failure'; readonly pattern: RegExp; readonly failure: Failure }
  | { readonly kind: 'pass'; readonly pattern: RegExp }
  | { readonly kind: 'place'; readonly pattern: RegExp };

export interface SignTable {
  readonly ecosystems: readonly Ecosystem[];
  readonly search: WordSearch;
  /** By the number of the word: the signs that need it. */
  readonly signsOf: readonly (readonly Sign[])[];
}

let table: SignTable | undefined;

/** Made at the first use: most commands of the hooks are never scanned. */
export function signTable(): SignTable {
  table ??= createSignTable(ecosystems);
  return table;
}

export function createSignTable(entries: readonly Ecosystem[]): SignTable {
  const byWord = new Map<string, Sign[]>();
  for (const sign of entries.flatMap(toSigns)) {
    for (const word of requiredWords(sign.pattern)) {
      byWord.set(word, [...(byWord.get(word) ?? []), sign]);
    }
  }
  return {
    ecosystems: entries,
    search: createWordSearch([...byWord.keys()]),
    signsOf: [...byWord.values()],
  };
}

function toSigns({ failures, passes = [], places = [] }: Ecosystem): Sign[] {
  return [
    ...failures.map((failure) => ({ kind: 'failure', pattern: failure.sign, failure }) as const),
    ...passes.map((pattern) => ({ kind: 'pass', pattern }) as const),
    ...places.map((pattern) => ({ kind: 'place', pattern }) as const),
  ];
}
