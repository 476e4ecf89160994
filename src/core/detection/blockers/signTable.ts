// All signs of all ecosystems, ready to be looked for in one pass over an output.

import type { Ecosystem, Failure } from './ecosystem';
import { ecosystems } from './ecosystems';
import { signWords } from './signWords';
import { createWordSearch, type WordSearch } from './wordSearch';

export interface WordUse {
  readonly sign: Sign;
  /** The numbers of words of which one has to be in the line as well; empty when there are none. */
  readonly alongside: readonly number[];
}

export interface SignTable {
  readonly ecosystems: readonly Ecosystem[];
  readonly search: WordSearch;
  /** By the number of the word: the signs that need it; none for one that only goes alongside. */
  readonly usesOf: readonly (readonly WordUse[] | undefined)[];
}

let table: SignTable | undefined;

/** Made at the first use: most commands of the hooks are never scanned. */
export function signTable(): SignTable {
  table ??= createSignTable();
  return table;
}

function createSignTable(): SignTable {
  const words = new Map<string, number>();
  const numberOf = (word: string): number => {
    const known = words.get(word) ?? words.size;
    words.set(word, known);
    return known;
  };
  const usesOf: WordUse[][] = [];
  for (const [index, sign] of ecosystems.flatMap(toSigns).entries()) {
    for (const needed of signWords[index] ?? []) {
      const alongside = needed.alongside.map(numberOf);
      for (const number of needed.words.map(numberOf)) {
        (usesOf[number] ??= []).push({ sign, alongside });
      }
    }
  }
  return { ecosystems, search: createWordSearch([...words.keys()]), usesOf };
}

interface Shape {
  readonly pattern: RegExp;
  /** It stands at the beginning of a line, so no quotation of it matches. */
  readonly isAtStart: boolean;
  /** The characters that a line may end with; undefined where any may. */
  readonly lasts: string | undefined;
}

export type Sign = Shape &
  (
    | { readonly kind: 'failure'; readonly failure: Failure }
    | { readonly kind: 'pass' }
    | { readonly kind: 'place' }
  );

/** In the order of `patternsOf`. */
function toSigns({ failures, passes = [], places = [] }: Ecosystem): Sign[] {
  return [
    ...failures.map(
      (failure) => ({ kind: 'failure', failure, ...toPattern(failure.sign) }) as const,
    ),
    ...passes.map((pattern) => ({ kind: 'pass', ...toPattern(pattern) }) as const),
    ...places.map((pattern) => ({ kind: 'place', ...toPattern(pattern) }) as const),
  ];
}

function toPattern(pattern: RegExp): Shape {
  const { source } = pattern;
  return { pattern, isAtStart: source.startsWith('^'), lasts: lastsOf(source) };
}

/** Of ` failed$` and ` errors?$`; what is written in any other way may end with anything. */
function lastsOf(source: string): string | undefined {
  const [, kept = '', optional = ''] =
    /^(?:[^|\\]|\\.)*([a-z])(?:([a-z])\?)?\$$/.exec(source) ?? [];
  return kept === '' ? undefined : kept + optional;
}
