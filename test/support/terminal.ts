// The built command line in a pseudo-terminal, with a person who types.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';

export interface BatonTerminal {
  /** Waits until these words are on the screen, after what was waited for before. */
  shows(words: string): Promise<void>;
  /** `\r` is Enter, `\u0003` Ctrl-C. */
  type(keys: string): void;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  screen(): string;
}

const waitMs = 60_000;

export function batonTerminal(
  cwd: string,
  args: readonly string[],
  env: Record<string, string>,
): BatonTerminal {
  // `script` has the one thing that Node cannot make: a pseudo-terminal.
  const line = [process.execPath, path.resolve('dist/cli.js'), ...args];
  const child = spawn('script', ['-qefc', line.map((word) => `'${word}'`).join(' '), '/dev/null'], {
    cwd,
    env: { PATH: process.env.PATH, TERM: 'xterm', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let screen = '';
  let seen = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => (screen += text));
  child.stdin.on('error', () => undefined);
  const shown = () => stripVTControlCharacters(screen);
  const ended = once(child, 'close').then(([code]: unknown[]) => code as number | null);
  return {
    ended,
    screen: shown,
    type: (keys) => child.stdin.write(keys),
    shows: async (words) => {
      for (const until = Date.now() + waitMs; !shown().slice(seen).includes(words);) {
        if (Date.now() > until || child.exitCode !== null) {
          throw new Error(`"${words}" is not on the screen:\n${shown().slice(seen)}`);
        }
        await delay(20);
      }
      seen = shown().indexOf(words, seen) + words.length;
    },
  };
}
