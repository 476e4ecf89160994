// Starts a program to see whether it works: bounded in time and output, ended with all it started.

import { spawn } from 'node:child_process';

export interface ProbeOptions {
  readonly cwd: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly input?: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Has seen enough: the program is ended. */
  readonly isEnough?: (stdout: string) => boolean;
}

export interface Probed {
  /** null: it was ended, or could not be started. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly isTimedOut: boolean;
  readonly isMissing: boolean;
  readonly ms: number;
}

const mostCharacters = 1_000_000;

const nothingRan: Probed = {
  code: null,
  stdout: '',
  stderr: '',
  isTimedOut: false,
  isMissing: false,
  ms: 0,
};

/** On Windows, scripts are started by their shell. */
export function probe(
  program: string,
  args: readonly string[],
  how: ProbeOptions,
): Promise<Probed> {
  const isScript = /\.(?:cmd|bat)$/i.test(program);
  const [command, words] = isScript
    ? ['cmd.exe', ['/d', '/c', program, ...args]]
    : [program, [...args]];
  if (how.signal?.aborted) {
    return Promise.resolve({ ...nothingRan, isTimedOut: true });
  }
  const isGroup = process.platform !== 'win32';
  const begun = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, words, {
      cwd: how.cwd,
      env: how.env,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: isGroup,
      windowsHide: true,
    });
    const said = { stdout: '', stderr: '' };
    let isTimedOut = false;
    const end = () => {
      // Of a program that did not start; the process group without a number is our own.
      if (child.pid === undefined) {
        return;
      }
      try {
        process.kill(isGroup ? -child.pid : child.pid, 'SIGKILL');
      } catch {
        // It ended by itself meanwhile.
      }
    };
    const stop = () => {
      isTimedOut = true;
      end();
    };
    const timer = setTimeout(stop, how.timeoutMs);
    how.signal?.addEventListener('abort', stop, { once: true });
    const settle = (code: number | null, isMissing: boolean) => {
      clearTimeout(timer);
      how.signal?.removeEventListener('abort', stop);
      resolve({ ...said, code, isTimedOut, isMissing, ms: Math.round(performance.now() - begun) });
    };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        said[name] = (said[name] + text).slice(0, mostCharacters);
        if (name === 'stdout' && how.isEnough?.(said.stdout)) {
          end();
        }
      });
    }
    child.on('error', () => {
      settle(null, true);
    });
    child.on('close', (code) => {
      settle(code, false);
    });
    // A program that does not read its input is no failure of ours.
    child.stdin.on('error', () => undefined);
    if (how.isEnough) {
      child.stdin.write(how.input ?? '');
    } else {
      child.stdin.end(how.input ?? '');
    }
  });
}

/** What a program needs of an environment, and nothing that says which session or machine it is. */
export function plainEnvironment(env: Readonly<NodeJS.ProcessEnv>): NodeJS.ProcessEnv {
  const kept = /^(?:PATH|PATHEXT|SystemRoot|ComSpec|TEMP|TMP|TMPDIR|LANG|LC_.*|LOCALAPPDATA)$/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => kept.test(name)));
}
