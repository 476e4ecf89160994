// A list of files that is short enough for a sentence, and safe to print.

import { type Message, msg } from './message';
import { shortLine } from './plainText';

const mostNamed = 5;

/** The first few, and how many more. */
export function named(files: readonly string[]): string | Message {
  const list = files
    .slice(0, mostNamed)
    .map((file) => shortLine(file))
    .join(', ');
  return files.length > mostNamed ? msg('{0} and {1} more', list, files.length - mostNamed) : list;
}
