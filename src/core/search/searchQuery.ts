// What a person typed, as terms that are looked up and texts that are checked. Never a pattern: every
// character stands for itself, or for nothing.

import { folded, termsOfWord, wordsIn } from './terms';

export interface SearchQuery {
  /** Each is looked up by its beginning; all have to be there. */
  readonly terms: readonly string[];
  /** What stood in quotes has to stand in the text as it is, capitals and the kind of blanks aside. */
  readonly phrases: readonly string[];
  /** What is marked where a result is shown. */
  readonly words: readonly string[];
}

/** More is no question that a person asks. */
const longestQuery = 1_000;
const mostTerms = 32;

export function parseQuery(typed: string): SearchQuery {
  const terms = new Set<string>();
  const words = new Set<string>();
  const phrases: string[] = [];
  for (const match of typed.slice(0, longestQuery).matchAll(/"([^"]*)"?|([^\s"]+)/g)) {
    const [, quoted, bare = ''] = match;
    const found = wordsIn(quoted ?? bare);
    found.flatMap(termsOfWord).forEach((term) => terms.add(term));
    if (quoted !== undefined && found.length > 0) {
      phrases.push(spaced(folded(quoted)));
      words.add(spaced(folded(quoted)));
    } else {
      found.forEach(({ text }) => words.add(text));
    }
  }
  return { terms: [...terms].slice(0, mostTerms), phrases, words: [...words] };
}

/** Where lines break does not matter to a phrase. */
export function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
