// A line of what models and repositories wrote, as an agent may be told it: without secrets, as quoted
// data, and short.

import { redactSecrets } from '../detection/secrets/redact';
import { quoted, visibleText } from './quotedText';

/** Ends of lines and spaces are folded, so that more of it may be seen. */
const longestLooked = 20_000;

/** What is cut may be the half of a secret that shows that it is one, so secrets go first. */
export function toldLine(text: string, longest = 500): string {
  return quoted(redactSecrets(visibleText(text.slice(0, longestLooked))), longest);
}
