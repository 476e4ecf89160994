// What a person typed, as terms that are looked up and texts that are checked. Never a pattern: every
// character stands for itself, or for nothing.

import { folded, longestTerm, termsOfWord, wordsIn } from './terms';

export interface SoughtText {
  readonly text: string;
  /** Within a word, too: what stood in quotes, and Chinese, Japanese and Korean. */
  readonly isAnywhere: boolean;
}

export interface SearchQuery {
  /** Each is looked up by its beginning; all have to be there. */
  readonly terms: readonly string[];
  /**
   * What stood in quotes has to stand in the text as it is, capitals and the kind of blanks aside; so
   * does a name of which only the beginning can be looked up.
   */
  readonly phrases: readonly string[];
  /** By which the place that is shown is found. */
  readonly words: readonly SoughtText[];
}

/** More is no question that a person asks. */
const longestQuery = 1_000;
const mostTerms = 32;
/** As some keyboards and programs make them. */
const quotes = /[\u201C\u201D\u201E\u201F\uFF02]/g;

export function parseQuery(typed: string): SearchQuery {
  const terms = new Set<string>();
  const words: SoughtText[] = [];
  const phrases: string[] = [];
  const plain = typed.slice(0, longestQuery).replace(quotes, '"');
  for (const match of plain.matchAll(/"([^"]*)"?|([^\s"]+)/g)) {
    const [, quoted, bare = ''] = match;
    const found = wordsIn(quoted ?? bare);
    found.flatMap(termsOfWord).forEach((term) => terms.add(term));
    if (quoted !== undefined && found.length > 0) {
      const text = spaced(folded(quoted));
      phrases.push(text);
      words.push({ text, isAnywhere: true });
    } else {
      words.push(...found.map(({ text, isCjk }) => ({ text, isAnywhere: isCjk })));
      const long = found.filter(({ text, isCjk }) => !isCjk && text.length > longestTerm);
      phrases.push(...long.map(({ text }) => text));
    }
  }
  return { terms: [...terms].slice(0, mostTerms), phrases, words };
}

/** Where lines break does not matter to a phrase. */
export function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
