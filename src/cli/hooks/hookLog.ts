// Where hooks write what went wrong: nobody sees their stderr. In the user's own folder, bounded.

import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { dataFolder } from '../../core/dataFolder';
import { redactSecrets } from '../../core/detection/secrets/redact';
import { describeError } from '../../core/support/errors';
import type { Logger } from '../../core/support/logger';

const mostBytes = 200_000;

export function logFailure(event: string, error: unknown, env: Readonly<NodeJS.ProcessEnv>): void {
  const where = error instanceof Error ? (error.stack?.split('\n')[1]?.trim() ?? '') : '';
  write(`${event}: ${describeError(error)} ${where}`, env);
}

export function hookLogger(event: string, env: Readonly<NodeJS.ProcessEnv>): Logger {
  const log = (message: string) => {
    write(`${event}: ${message}`, env);
  };
  return { info: () => undefined, warn: log, error: log };
}

function write(line: string, env: Readonly<NodeJS.ProcessEnv>): void {
  try {
    const folder = path.join(
      dataFolder({ env, platform: process.platform, home: homedir() }),
      'logs',
    );
    const file = path.join(folder, 'hooks.log');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > mostBytes) {
      renameSync(file, `${file}.old`);
    }
    const text = redactSecrets(line).replace(/\s+/g, ' ').slice(0, 1_000);
    appendFileSync(file, `${new Date().toISOString()} ${text}\n`, { mode: 0o600 });
  } catch {
    // A log that cannot be written is no reason to fail.
  }
}
