// Words of others inside Markdown that say nothing but themselves: no link, no picture, no heading, and
// no way out of where they stand.

import { plainText } from '../../support/plainText';

/** As a block of its own. */
export function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}\n${text}\n${fence}`;
}

/** Within a line. */
export function codeSpan(text: string): string {
  const line = plainText(text).replace(/\s+/g, ' ').trim();
  const ticks = '`'.repeat(longestRun(line) + 1);
  // A blank on each side is taken away again, and keeps backticks at the ends apart.
  return line === '' ? '' : /^`|`$/.test(line) ? `${ticks} ${line} ${ticks}` : ticks + line + ticks;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) {
    longest = Math.max(longest, run.length);
  }
  return longest;
}
