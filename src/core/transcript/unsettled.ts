// Texts that a digest will hold once they are redacted and cut. That waits for the end of a read,
// because most of what is said is replaced by something newer before, and redaction takes its time.

import { redactSecrets } from '../detection/secrets/redact';
import { plainText } from '../support/plainText';
import { isFull, keptText, windowOf, withoutOpenKey } from './keptText';
import { keptWords } from './keptWords';

export type Unsettled = ReturnType<typeof createUnsettled>;

interface Job {
  readonly key: string;
  readonly raw: string;
  readonly share: number;
  readonly settled: (raw: string, share: number) => string;
  readonly next: Job | undefined;
}

/** On the thing that has the text: what the digest lets go takes its raw text along. */
const jobs = Symbol('jobs');
interface WithJobs {
  [jobs]?: Job | undefined;
}
type With<K extends string> = Partial<Record<K, unknown>>;

export function createUnsettled() {
  const later = (
    item: WithJobs,
    key: string,
    raw: string,
    share: number,
    settled: Job['settled'],
  ) => {
    const next = item[jobs] && without(item[jobs], key);
    item[jobs] = { key, raw, share, settled, next };
  };
  const settle = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) {
      return;
    }
    const item = value as Record<string, unknown> & WithJobs;
    for (let job = item[jobs]; job; job = job.next) {
      item[job.key] = job.settled(job.raw, job.share);
    }
    item[jobs] = undefined;
    Object.values(item).forEach(settle);
  };
  return {
    text<K extends string>(item: With<K>, key: K, raw: string, share: number) {
      later(item, key, windowOf(raw, share), share, keptText);
    },
    /** A person's own words, of which the beginning and the end are kept. */
    words<K extends string>(item: With<K>, key: K, raw: string, share: number) {
      later(item, key, raw, share, keptWords);
    },
    /** Made of the text after it was redacted whole: lines of a secret are no secret by themselves. */
    made<K extends string>(
      item: With<K>,
      key: K,
      raw: string,
      share: number,
      make: (text: string) => string,
    ) {
      later(item, key, windowOf(raw, share), share, (text) => {
        const plain = plainText(text);
        const whole = isFull(text, share) ? withoutOpenKey(plain) : plain;
        return keptText(make(redactSecrets(whole)), share);
      });
    },
    /** What `from` has or will have, for `to`, which may have a smaller share. */
    hand<F extends string, T extends string>(
      from: With<F>,
      key: F,
      to: With<T>,
      toKey: T,
      share = Infinity,
    ) {
      const job = jobOf(from, key);
      const text = from[key];
      if (job) {
        later(to, toKey, job.raw, Math.min(share, job.share), job.settled);
      } else {
        to[toKey] = typeof text === 'string' && share < Infinity ? keptText(text, share) : text;
      }
    },
    /** As it came, if it is not settled yet. */
    raw<K extends string>(item: With<K>, key: K): string | undefined {
      return jobOf(item, key)?.raw;
    },
    /** Everything within. */
    settle,
  };
}

function jobOf(item: WithJobs, key: string): Job | undefined {
  let job = item[jobs];
  while (job && job.key !== key) {
    job = job.next;
  }
  return job;
}

function without(job: Job | undefined, key: string): Job | undefined {
  if (!job || job.key === key) {
    return job?.next;
  }
  return { ...job, next: without(job.next, key) };
}
