// A program as a person has it: in a terminal, with keys and a screen.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { endProcessTree } from '../../src/core/support/processTree';

export interface PseudoTerminal {
  /** Types these words, and Enter when they are on the screen. */
  say(words: string): Promise<void>;
  press(key: string): void;
  /** Types it, and anew as long as these words are not shown: what just came up may not hear it. */
  insist(keys: string, words: string): Promise<void>;
  /** Waits for words on the screen that came after the last key. */
  shows(words: string): Promise<void>;
  /** Waits until it is so. */
  until(what: string, isSo: () => boolean): Promise<void>;
  /** The title that the program gave its window last. */
  title(): string;
  /** What the program runs below. */
  readonly pid: number;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

export interface TerminalStart {
  /** Words without quotes of their own. */
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

const waitMs = 40_000;
const clearLine = '\u0015';

/** Terminals for the suite that calls this; those that are left are closed after each test. */
export function usePseudoTerminals(): (start: TerminalStart) => PseudoTerminal {
  const running: { readonly pid: number; readonly ended: Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const { pid, ended } of running.splice(0)) {
      await endProcessTree(pid, { graceMs: 2_000 });
      await ended;
    }
  });
  return ({ command, cwd, env }) => {
    // `script` has the one thing that Node cannot make: a pseudo-terminal.
    const words = command.map((word) => `'${word}'`).join(' ');
    const line = `stty cols 160 rows 50; exec ${words}`;
    const child = spawn('script', ['-qefc', line, '/dev/null'], {
      cwd,
      env: { ...env, TERM: 'xterm-256color', SHELL: '/bin/sh' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close').then(([code]: unknown[]) => code as number | null);
    running.push({ pid: child.pid ?? 0, ended });
    let screen = '';
    let unread = '';
    let title = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      screen += text;
      // The end of what came before, because a title may come in two pieces.
      unread = (unread + text).slice(-2_000 - text.length);
      title = titleIn(unread) ?? title;
    });
    child.stdin.on('error', () => undefined);
    const press = (key: string): void => {
      screen = '';
      child.stdin.write(key);
    };
    const until = async (what: string, isSo: () => boolean): Promise<void> => {
      const deadline = Date.now() + waitMs;
      while (!isSo()) {
        if (Date.now() > deadline) {
          throw new Error(`Not within ${waitMs / 1000} s: ${what}. The screen:\n${plain(screen)}`);
        }
        await delay(50);
      }
    };
    const isShown = (words: string) => squeezed(plain(screen)).includes(squeezed(words));
    const shows = (words: string): Promise<void> =>
      until(`"${words}" on the screen`, () => isShown(words));
    return {
      say: async (words) => {
        press(words);
        await shows(words);
        press('\r');
      },
      press,
      insist: async (keys, words) => {
        let pressed = 0;
        await until(`"${words}" on the screen`, () => {
          if (!isShown(words) && Date.now() - pressed > 3_000) {
            if (pressed > 0 && keys.length > 1) {
              press(clearLine);
            }
            press(keys);
            pressed = Date.now();
          }
          return isShown(words);
        });
      },
      shows,
      until,
      title: () => title,
      pid: child.pid ?? 0,
      ended,
    };
  };
}

function titleIn(output: string): string | undefined {
  // eslint-disable-next-line no-control-regex
  return [...output.matchAll(/\u001B\][02];([^\u0007\u001B]*)(?:\u0007|\u001B\\)/g)]
    .at(-1)?.[1]
    ?.trim();
}

function plain(screen: string): string {
  return stripVTControlCharacters(screen);
}

/** Spaces are often left out in favour of moving the cursor. */
function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
