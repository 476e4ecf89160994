// Whether a text has some words, without a pattern where that can be: a hook looks at a few lines only,
// and to compile a pattern takes longer than that.

/** Looks for something in words in lower case. */
export type Sign = (lower: string) => boolean;

/**
 * The pattern is made when it is needed, which most are not: a text without any of the keywords is not
 * searched. For one case of letters, as it is compiled much sooner so.
 */
export function sign(keywords: string, toPattern: () => RegExp): Sign {
  const words = keywords.split('|');
  let pattern: RegExp | undefined;
  return (lower) =>
    words.some((word) => lower.includes(word)) && (pattern ??= toPattern()).test(lower);
}

/** Words anywhere. */
export function phrase(starts: string, ends = ''): Sign {
  const [words, endings] = [starts.split('|'), ends.split('|')];
  return (lower) => hasPhrase(lower, words, endings);
}

/** Words at the beginning. */
export function opening(starts: string): Sign {
  const words = starts.split('|');
  return (lower) => words.some((word) => lower.startsWith(word) && !isWordAt(lower, word.length));
}

/** Words at the end, behind one of `stems`. */
export function ending(ends: string, stems = ''): Sign {
  const [endings, words] = [ends.split('|'), stems.split('|')];
  return (lower) =>
    endings.some(
      (end) =>
        lower.endsWith(end) &&
        words.some((word) => lower.endsWith(word, lower.length - end.length)),
    );
}

/**
 * One of those for any text, or of those for texts with Korean or Japanese letters. They too are made when
 * they are needed.
 */
export function anyOf(toEnglish: () => readonly Sign[], toEastern: () => readonly Sign[]): Sign {
  let english: readonly Sign[] | undefined;
  let eastern: readonly Sign[] | undefined;
  return (lower) =>
    (english ??= toEnglish()).some((isIn) => isIn(lower)) ||
    (isEastern(lower) && (eastern ??= toEastern()).some((isIn) => isIn(lower)));
}

/** The words as a whole. */
export function oneOf(words: string): Sign {
  let set: ReadonlySet<string> | undefined;
  return (lower) => (set ??= new Set(words.split('|'))).has(lower);
}

export function isEastern(text: string): boolean {
  return /[\u3041-\uD7A3]/.test(text);
}

/**
 * One of `starts` at the beginning of a word, going on with one of `ends` up to the end of a word.
 * The text and the words are in lower case.
 */
export function hasPhrase(
  lower: string,
  starts: readonly string[],
  ends: readonly string[],
  { isWithinWord = false } = {},
): boolean {
  return starts.some((start) => {
    for (let at = lower.indexOf(start); at >= 0; at = lower.indexOf(start, at + 1)) {
      const rest = at + start.length;
      if (
        (isWithinWord || !isWordAt(lower, at - 1)) &&
        ends.some((end) => lower.startsWith(end, rest) && !isWordAt(lower, rest + end.length))
      ) {
        return true;
      }
    }
    return false;
  });
}

/** As in a pattern: an English letter, a digit or `_`. */
function isWordAt(lower: string, index: number): boolean {
  const code = lower.charCodeAt(index);
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95;
}
