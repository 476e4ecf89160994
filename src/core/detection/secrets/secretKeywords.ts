// Which rules a text is searched for: those that have a keyword in it. The answer is the same however
// it is found.

import { type SecretRule, secretRules } from './secretRules';

/** In a shorter text each keyword is found sooner by itself. */
const longText = 256;
/** As long as no more was looked at, a pattern of all keywords takes longer to compile than it saves. */
const worthCompiling = 48 * 1024;
let lookedAt = 0;
let allKeywords: { readonly any: RegExp; readonly words: readonly string[] } | undefined;
const hiddenBy = new Map<string, readonly string[]>();

/** In any order. */
export function rulesFor(lower: string): readonly SecretRule[] {
  lookedAt += lower.length;
  if (lower.length < longText || lookedAt < worthCompiling) {
    return rulesByOne(lower);
  }
  const found = keywordsIn(lower);
  return secretRules.filter(({ keywords }) => keywords.some((keyword) => found.has(keyword)));
}

/** Most keywords have one of these, and most texts do not. */
const signs = ['_', '-'];
let bySign: ReadonlyMap<string, readonly SecretRule[]> | undefined;

/** Each keyword by itself, but for those that have a sign which is not there. */
function rulesByOne(lower: string): SecretRule[] {
  bySign ??= new Map(['', ...signs].map((sign) => [sign, secretRules.filter(isOf(sign))]));
  const isThere = (keyword: string) => lower.includes(keyword);
  return [...bySign].flatMap(([sign, rules]) =>
    lower.includes(sign) ? rules.filter(({ keywords }) => keywords.some(isThere)) : [],
  );
}

function isOf(sign: string): (rule: SecretRule) => boolean {
  return ({ keywords }) => {
    const own = signs.find((each) => keywords.every((keyword) => keyword.includes(each)));
    return (own ?? '') === sign;
  };
}

/** In a single pass, because whole transcripts go through here. */
function keywordsIn(lower: string): ReadonlySet<string> {
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
  return found;
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
