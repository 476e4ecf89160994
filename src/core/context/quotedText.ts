// What models and repositories wrote, made fit to be shown to an agent as data: short, without
// control characters, and unable to end the fence that it stands in.

import { plainText } from '../support/plainText';

/** Tags that the agents themselves give a meaning to, and ours. */
const tags =
  /<(?=\/?(?:baton|system|user|human|assistant|hook|developer|qwen|tool|function)[\w:-]*)/gi;

/** One line, at most `longest` characters; line breaks stay visible. */
export function quoted(text: string, longest: number): string {
  const line = plainText(text)
    .trim()
    .replace(/\s*\n\s*/g, ' ⏎ ')
    .replace(/[ \t]+/g, ' ')
    .replace(tags, '‹')
    .replace(/\p{Surrogate}/gu, '\uFFFD');
  return line.length > longest ? `${wholeCharacters(line, longest - 1).trimEnd()}…` : line;
}

/** Not half of a character that takes two. */
export function wholeCharacters(text: string, length: number): string {
  const cut = text.slice(0, length);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
