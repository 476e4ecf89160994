// Tries for a lock each time it is told to, and holds it until it is told to let go.
import { linkSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from '../../../src/core/stores/lock';
import { UserError } from '../../../src/core/support/errors';

export interface Attempt {
  directory: string;
  timeoutMs: number;
  /** Widens the gap between judging a lock stale and taking it over. */
  slowLinkMs?: number;
}

export type Outcome = 'held' | 'released' | { reason: string; message: string };

let letGo: () => void = () => undefined;

process.on('message', (message: Attempt | 'release') => {
  if (message === 'release') {
    letGo();
  } else {
    void attempt(message);
  }
});
report('ready');

async function attempt({ directory, timeoutMs, slowLinkMs = 0 }: Attempt): Promise<void> {
  const marker = path.join(directory, 'only-one');
  try {
    await withLock(
      directory,
      async (lock) => {
        // Throws if another one holds the lock, too.
        writeFileSync(marker, String(process.pid), { flag: 'wx' });
        await new Promise<void>((resolve) => {
          letGo = resolve;
          report('held');
        });
        lock.assertHeld();
        rmSync(marker);
      },
      {
        timeoutMs,
        link: (existing, created) => {
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * slowLinkMs);
          linkSync(existing, created);
        },
      },
    );
    report('released');
  } catch (error) {
    const reason = UserError.is(error) ? error.reason : 'unexpected';
    report({ reason, message: (error as Error).message });
  }
}

function report(outcome: Outcome | 'ready'): void {
  process.send?.(outcome);
}
