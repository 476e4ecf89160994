// A value from a file, short enough for a sentence and safe to print.

import { type Message, msg } from '../support/message';
import { oneLine } from '../support/plainText';

const mostCharacters = 40;

export function excerpt(value: unknown): string | Message {
  if (value === undefined) {
    return msg('nothing');
  }
  // JSON has no word for a number that is too large: it would say null.
  const text = oneLine(typeof value === 'number' ? String(value) : JSON.stringify(value));
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text;
}
