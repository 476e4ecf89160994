// Text without its secrets, for logs, saved context and evidence. Everything else stays as it is.

import { render } from '../../support/message';
import { secretSpans } from './secretScan';

/** Enough for any text that was not made to need more; a bound, because a log must not hang. */
const mostPasses = 5;

/** Each secret becomes `[secret: GitHub token]`, in English, because files and logs are. */
export function redactSecrets(text: string): string {
  let redacted = text;
  for (let pass = 0; pass < mostPasses; pass++) {
    const before = redacted;
    redacted = redactedOnce(before);
    // Two secrets without a gap hide each other: the second shows when the first is gone.
    if (redacted === before) {
      break;
    }
  }
  return redacted;
}

function redactedOnce(text: string): string {
  let redacted = '';
  let done = 0;
  for (const { kind, start, end } of secretSpans(text)) {
    redacted += `${text.slice(done, start)}[secret: ${render(kind)}]`;
    done = end;
  }
  return redacted + text.slice(done);
}
