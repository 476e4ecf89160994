// Runs a verb that starts programs: Ctrl-C and the like end what it started, before it ends itself.

import type { RecoveryOptions } from '../core/blockers/runRecovery';
import { standardError } from './output';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type Stopping = Required<Pick<RecoveryOptions, 'onOutput' | 'onLend' | 'signal'>>;

export async function stoppable<T>(body: (stopping: Stopping) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let isLent = false;
  const stop = (signal: NodeJS.Signals) => {
    if (signal !== 'SIGINT' || !isLent) {
      controller.abort();
    }
  };
  signals.forEach((each) => process.on(each, stop));
  try {
    return await body({
      // What it prints is no part of the report.
      onOutput: (chunk) => {
        standardError.write(chunk);
      },
      onLend: (lent) => {
        isLent = lent;
      },
      signal: controller.signal,
    });
  } finally {
    signals.forEach((each) => process.off(each, stop));
  }
}
