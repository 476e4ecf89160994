// Which keywords of secrets a text has: only rules that have one are tried. The
// answer is the same however it is found.

import { secretRules } from './secretRules';

/** In a shorter text each keyword is found sooner by itself. */
const longText = 256;
/** As long as no more was looked at, a pattern of all keywords takes longer to compile than it saves. */
const worthCompiling = 48 * 1024;
let lookedAt = 0;
let allKeywords: { readonly any: RegExp; readonly words: readonly string[] } | undefined;
const hiddenBy = new Map<string, readonly string[]>();

/** Which keywords a text has: of a long one in a single pass, because whole transcripts go through here. */
export function keywordsIn(lower: string): (keyword: string) => boolean {
  lookedAt += lower.length;
  if (lower.length < longText || lookedAt < worthCompiling) {
    return (keyword) => lower.includes(keyword);
  }
  allKeywords ??= toAlternatives([...new Set(secretRules.flatMap(({ keywords }) => keywords))]);
  const { any, words } = allKeywords;
  const found = new Set<string>();
  any.lastIndex = 0;
  for (let match = any.exec(lower); match; match = any.exec(lower)) {
    found.add(match[0]);
  }
  for (const word of [...found]) {
    const hidden = hiddenBy.get(word) ?? words.filter((other) => beginsWithin(other, word));
    hiddenBy.set(word, hidden);
    hidden.filter((other) => lower.includes(other)).forEach((other) => found.add(other));
  }
  return (keyword) => found.has(keyword);
}

function toAlternatives(words: readonly string[]) {
  const escaped = words.map((word) => word.replace(/[^a-z0-9]/g, '\\$&'));
  return { any: new RegExp(escaped.join('|'), 'g'), words };
}

/** Whether a match of `word` may hide that `other` is there, too. */
function beginsWithin(other: string, word: string): boolean {
  return Array.from(word).some((_, index) => {
    const rest = word.slice(index);
    return other !== word && (rest.startsWith(other) || other.startsWith(rest));
  });
}
