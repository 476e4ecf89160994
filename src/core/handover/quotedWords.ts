// Words of files, commits and models as they may stand in a handover: no secrets, no control
// characters, never longer than this.

import { redactCommand } from '../detection/secrets/commandSecrets';
import { redactSecrets } from '../detection/secrets/redact';
import { plainText } from '../support/plainText';
import { wholeCharacters } from '../context/quotedText';

/** Line breaks become spaces. */
export function quotedLine(text: string, longest = 300): string {
  return shortened(withoutSecrets(text).replace(/\s+/g, ' ').trim(), longest);
}

/** Several lines stay several lines. */
export function quotedBlock(text: string, longest = 20_000): string {
  return shortened(withoutSecrets(text).trim(), longest);
}

/** Secrets go before anything is cut, or half of one would be left. */
function withoutSecrets(text: string): string {
  return redactSecrets(redactCommand(plainText(text)));
}

function shortened(text: string, longest: number): string {
  return text.length > longest ? `${wholeCharacters(text, longest - 1).trimEnd()}…` : text;
}
