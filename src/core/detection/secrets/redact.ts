// Text without its secrets, for logs, saved context and evidence. Everything else stays as it is.

import { render } from '../../support/message';
import { secretSpans } from './secretScan';

/** Enough for any text that was not made to need more; a bound, because a log must not hang. */
const mostPasses = 5;

/** Each secret becomes `[secret: GitHub token]`, in English, because files and logs are. */
export function redactSecrets(text: string): string {
  return redacted(text, (named) => named);
}

/** The same, with as many lines as there were: for whoever tells in which line something is. */
export function redactSecretsByLine(text: string): string {
  return redacted(text, (named, secret) => named + '\n'.repeat(secret.split('\n').length - 1));
}

type InPlaceOf = (named: string, secret: string) => string;

function redacted(text: string, inPlaceOf: InPlaceOf): string {
  let redacted = text;
  for (let pass = 0; pass < mostPasses; pass++) {
    const before = redacted;
    redacted = redactedOnce(before, inPlaceOf);
    // Two secrets without a gap hide each other: the second shows when the first is gone.
    if (redacted === before) {
      break;
    }
  }
  return redacted;
}

function redactedOnce(text: string, inPlaceOf: InPlaceOf): string {
  let redacted = '';
  let done = 0;
  for (const { kind, start, end } of secretSpans(text)) {
    redacted += text.slice(done, start);
    redacted += inPlaceOf(`[secret: ${render(kind)}]`, text.slice(start, end));
    done = end;
  }
  return redacted + text.slice(done);
}
