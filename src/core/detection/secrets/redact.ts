// Text without its secrets, for logs, saved context and evidence. Everything else stays as it is.

import { render } from '../../support/message';
import { isPassword } from './credibleSecret';
import type { SecretSpan } from './secretRules';
import { merged, secretSpans } from './secretScan';

/** Enough for any text that was not made to need more; a bound, because a log must not hang. */
const mostPasses = 5;
/** Values that are looked for everywhere in their text; for the same reason. */
const mostRepeated = 32;
/** What is shorter is part of other words, what is longer is found by its own form. */
const [shortest, longest] = [8, 256];

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
  for (const { kind, start, end } of withRepeats(text, secretSpans(text))) {
    redacted += text.slice(done, start);
    redacted += inPlaceOf(`[secret: ${render(kind)}]`, text.slice(start, end));
    done = end;
  }
  return redacted + text.slice(done);
}

/** What is a secret in one place is the same one where nothing around it says so. */
function withRepeats(text: string, spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const values = new Map<string, SecretSpan>();
  for (const span of spans) {
    if (values.size === mostRepeated) {
      break;
    }
    const value = text.slice(span.start, span.end);
    if (isRepeated(value)) {
      values.set(value, span);
    }
  }
  const repeats = [...values].flatMap(([value, span]) =>
    placesOf(value, text).map((start) => ({ ...span, start, end: start + value.length })),
  );
  return repeats.length > 0 ? merged([...spans, ...repeats]) : spans;
}

/** Not for ordinary words, which a text would lose all over. */
function isRepeated(value: string): boolean {
  return value.length >= shortest && value.length <= longest && isPassword(value);
}

function placesOf(value: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
    places.push(at);
  }
  return places;
}
