// Whether a text has some words, without a pattern: a hook looks at a few lines only, and to compile a
// pattern takes longer than that.

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
