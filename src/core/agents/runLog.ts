// What an agent prints while it runs without a terminal, in a file of the user's own, as it comes and
// without secrets. Bounded, and only so many of them are kept.

import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { redactSecrets } from '../detection/secrets/redact';
import { describeError } from '../support/errors';
import type { Logger } from '../support/logger';

export const longestLog = 32 * 1024 * 1024;
const mostLogs = 200;

export interface RunLog {
  readonly file: string;
  /** Whether there is room for more. */
  add(line: string): boolean;
  close(): void;
}

/** Where it cannot be written any more, the run goes on without it. */
export function openRunLog(file: string, logger: Logger): RunLog {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  forgetOldLogs(path.dirname(file));
  const handle = openSync(file, 'wx', 0o600);
  let size = 0;
  let isBroken = false;
  const redacted = createRedaction();
  const write = (text: string): void => {
    try {
      writeSync(handle, text);
    } catch (error) {
      isBroken = true;
      logger.warn(`${file} ends before the run did: ${describeError(error)}`);
    }
  };
  return {
    file,
    add: (line) => {
      if (size < longestLog) {
        const text = `${redacted(line)}\n`;
        size += Buffer.byteLength(text);
        if (!isBroken) {
          write(text);
        }
      }
      return size < longestLog;
    },
    close: () => {
      closeSync(handle);
    },
  };
}

const keyBegins = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----\s*$/;
const keyEnds = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
/** Of the lines between: letters of the key, or what says how it is encrypted. */
const ofKey = /^\s*(?:[\w+/=]*|[\w-]+: .*)\s*$/;

/** Line by line, and a key over many lines as well. */
function createRedaction(): (line: string) => string {
  let isInKey = false;
  return (line) => {
    if (isInKey) {
      isInKey = !keyEnds.test(line) && ofKey.test(line);
      return isInKey ? '[secret]' : redactSecrets(line);
    }
    isInKey = keyBegins.test(line);
    return redactSecrets(line);
  };
}

/** Their names begin with the time. */
function forgetOldLogs(folder: string): void {
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  for (const name of logs.sort().slice(0, 1 - mostLogs)) {
    rmSync(path.join(folder, name), { force: true });
  }
}
