// Texts that a digest will hold once they are redacted and cut. That waits for the end of a read,
// because most of what is said is replaced by something newer before, and redaction takes its time.

import { redactSecrets } from '../detection/secrets/redact';
import { keptText, windowOf } from './keptText';

export type Unsettled = ReturnType<typeof createUnsettled>;

type Job = () => string;

export function createUnsettled() {
  // By the thing that has the text: what the digest lets go takes its raw text along.
  const jobs = new WeakMap<object, Map<string, Job>>();
  const later = <K extends string>(item: Partial<Record<K, unknown>>, key: K, job: Job) => {
    const known = jobs.get(item);
    if (known) {
      known.set(key, job);
    } else {
      jobs.set(item, new Map([[key, job]]));
    }
  };
  const settle = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) {
      return;
    }
    for (const [key, job] of jobs.get(value) ?? []) {
      (value as Record<string, unknown>)[key] = job();
    }
    jobs.delete(value);
    Object.values(value).forEach(settle);
  };
  return {
    text<K extends string>(item: Partial<Record<K, unknown>>, key: K, raw: string, share: number) {
      const window = windowOf(raw, share);
      later(item, key, () => keptText(window, share));
    },
    /** Made of the text after it was redacted whole: lines of a secret are no secret by themselves. */
    made<K extends string>(
      item: Partial<Record<K, unknown>>,
      key: K,
      raw: string,
      share: number,
      make: (text: string) => string,
    ) {
      const window = windowOf(raw, share);
      later(item, key, () => keptText(make(redactSecrets(window)), share));
    },
    /** What `from` has or will have, for `to`. */
    hand<F extends string, T extends string>(
      from: Partial<Record<F, unknown>>,
      key: F,
      to: Partial<Record<T, unknown>>,
      toKey: T,
    ) {
      const job = jobs.get(from)?.get(key);
      if (job) {
        later(to, toKey, job);
      } else {
        to[toKey] = from[key];
      }
    },
    /** Everything within. */
    settle,
  };
}
