// What a session is called after: the first words of somebody, which may be a whole log, or a secret.

import { redactSecrets } from '../detection/secrets/redact';
import { plainText, shortLine } from '../support/plainText';

/** In one line; undefined where nothing is left. Cut generously first: what is long takes its time. */
export function sessionTitle(text: string, longest: number): string | undefined {
  const plain = plainText(text.trimStart().slice(0, 2_000));
  return shortLine(redactSecrets(plain), longest) || undefined;
}
