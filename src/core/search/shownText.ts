// Words of others as they may be kept and shown: without control characters, and then without secrets,
// because what is taken out may stand within one. Pure.

import { redactSecrets, redactSecretsByLine } from '../detection/secrets/redact';
import { withoutByteOrderMark } from '../support/byteOrderMark';
import { plainText } from '../support/plainText';

export function shownText(text: string): string {
  return redactSecrets(plainText(text));
}

/** Of a file: in the same lines. */
export function shownLines(content: string): string {
  return redactSecretsByLine(plainText(withoutByteOrderMark(content)));
}

const escaped: Readonly<Record<string, string>> = { n: '\n', r: '\n', t: '\t', b: '', f: '' };

/** A line of a file of JSON, with what its texts say in place of how they are written. */
export function shownJson(line: string): string {
  const read = line.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code?: string, letter = '') =>
    code === undefined
      ? (escaped[letter as string] ?? (letter as string))
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
  return shownText(read);
}
