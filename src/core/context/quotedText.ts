// What models and repositories wrote, made fit to be shown to an agent as data: short, without
// control characters, and unable to end the fence that it stands in.

import { plainText } from '../support/plainText';

/** Whatever could open or close a tag, or a turn (`<|im_start|>`), which agents give a meaning to. */
const tags = /<(?=[\s/!?|-]*\p{Letter}|\s*\/)/gu;
/** What is not seen: it could hide words, or split a tag. One that joins the parts of an emoji stays. */
const invisible = /(?!\u200D)[\p{Cf}\u{E0000}-\u{E007F}]/gu;

export function visibleText(text: string): string {
  return plainText(text).replace(invisible, '');
}

/** One line, at most `longest` characters; line breaks stay visible. */
export function quoted(text: string, longest: number): string {
  const line = visibleText(text)
    .trim()
    .replace(/\s*[\n\u2028\u2029]\s*/g, ' ⏎ ')
    .replace(/[ \t]+/g, ' ')
    .replace(tags, '‹')
    .replace(/\p{Surrogate}/gu, '\uFFFD');
  return line.length > longest ? `${wholeCharacters(line, longest - 1).trimEnd()}…` : line;
}

/** The beginning and the end of a line, together at most `longest` characters. */
export function bothEnds(line: string, longest: number): string {
  if (line.length <= longest) {
    return line;
  }
  const half = Math.floor((longest - 3) / 2);
  const end = line.slice(-half).replace(/^[\uDC00-\uDFFF]/, '');
  return `${wholeCharacters(line, half).trimEnd()} … ${end.trimStart()}`;
}

/** Not half of a character that takes two. */
export function wholeCharacters(text: string, length: number): string {
  const cut = text.slice(0, length);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
