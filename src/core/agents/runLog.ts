// What an agent prints while it runs without a terminal, in a file of the user's own, as it comes and
// without secrets. Bounded, and only so many of them are kept.

import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { redactSecrets } from '../detection/secrets/redact';

export const longestLog = 32 * 1024 * 1024;
const mostLogs = 200;

export interface RunLog {
  readonly file: string;
  /** Whether there is room for more. */
  add(line: string): boolean;
  close(): void;
}

export function openRunLog(file: string): RunLog {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  forgetOldLogs(path.dirname(file));
  const handle = openSync(file, 'wx', 0o600);
  let size = 0;
  return {
    file,
    add: (line) => {
      if (size < longestLog) {
        size += writeSync(handle, `${redactSecrets(line)}\n`);
      }
      return size < longestLog;
    },
    close: () => {
      closeSync(handle);
    },
  };
}

/** Their names begin with the time. */
function forgetOldLogs(folder: string): void {
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  for (const name of logs.sort().slice(0, 1 - mostLogs)) {
    rmSync(path.join(folder, name), { force: true });
  }
}
