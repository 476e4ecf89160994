// The life of a script: whatever ends it (done, failed, Ctrl-C, a closed terminal, a killed npm),
// what it started ends with it, and what it put into the temporary folder is removed.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../src/core/support/errors';
import { endDescendants, parentOf } from '../../src/core/support/processTree';

const endMs = 20_000;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type Signal = (typeof signals)[number];

export interface Lifetime {
  /** Aborted by the first signal: then nothing new is to be started. */
  readonly signal: AbortSignal;
  /** Runs when the script ends, last registered first. */
  defer(end: () => Promise<void> | void): void;
  /** In the system's temporary folder, unless told where. */
  temporaryDirectory(name: string, within?: string): string;
}

/** Runs a script to its exit code. Nothing of it runs on after this: it ends the process. */
export async function runScript(body: (lifetime: Lifetime) => Promise<number>): Promise<void> {
  const ends: (() => Promise<void> | void)[] = [];
  const abort = new AbortController();
  const lifetime: Lifetime = {
    signal: abort.signal,
    defer: (end) => void ends.push(end),
    temporaryDirectory: (name, within = os.tmpdir()) => {
      const made = mkdtempSync(path.join(realpathSync(within), `baton-${name}-`));
      ends.push(() => {
        rmSync(made, { recursive: true, force: true, maxRetries: 5 });
      });
      return made;
    },
  };
  const interruption = interrupted();
  const code = await Promise.race([
    body(lifetime).catch(report),
    interruption.then((signal) => {
      abort.abort();
      console.error(`\n${signal}: ending what was started.`);
      return exitCodes[signal];
    }),
  ]);
  await endDescendants().catch(report);
  for (const end of ends.reverse()) {
    await Promise.race([Promise.resolve().then(end).catch(report), delay(endMs)]);
  }
  process.exit(code);
}

/** Resolves with the first signal; later ones wait until everything has ended. */
function interrupted(): Promise<Signal> {
  return new Promise((resolve) => {
    for (const signal of signals) {
      process.on(signal, () => {
        resolve(signal);
      });
    }
    // A killed npm may leave its shell, and a killed shell leaves us: notice the new ancestors.
    const before = ancestors();
    const timer = setInterval(() => {
      if (ancestors() !== before) {
        resolve('SIGHUP');
      }
    }, 500);
    timer.unref();
  });
}

function ancestors(): string {
  return [process.ppid, parentOf(process.ppid)].join(' ');
}

function report(error: unknown): number {
  if (UserError.is(error)) {
    console.error(`\n${error.message}`);
  } else {
    console.error(error);
  }
  return 1;
}
