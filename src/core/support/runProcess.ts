// Runs a program and hands on what it prints, as it prints it. Bounded in time; nothing it started
// stays behind when it is ended.

import { spawn } from 'node:child_process';
import { endProcessTree } from './processTree';

export interface ProcessOptions {
  readonly cwd: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** The terminal is the program's, so that a person can talk to it. */
  readonly isInteractive?: boolean | undefined;
  /** What it reads, all of it; without it, nothing. */
  readonly input?: string | undefined;
  readonly onOutput?: ((chunk: Buffer) => void) | undefined;
  /** What it prints on stderr; without it, that goes where the rest goes. */
  readonly onErrorOutput?: ((chunk: Buffer) => void) | undefined;
  readonly onStart?: ((pid: number) => void) | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export type Ended =
  | { readonly kind: 'ended'; readonly code: number | null }
  | { readonly kind: 'missing' }
  /** It took too long, or nobody wants it any more. */
  | { readonly kind: 'stopped' };

/** How long it may take to end when it is asked to, and its pipes to close when it has. */
const graceMs = 2_000;

/** A list is an argv; a line is for the user's shell. */
export function runProcess(
  command: string | readonly string[],
  options: ProcessOptions,
): Promise<Ended> {
  const { cwd, env, isInteractive = false, input, timeoutMs, signal } = options;
  const [program = '', ...args] = typeof command === 'string' ? [command] : command;
  const isGroup = !isInteractive && process.platform !== 'win32';
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env,
      shell: typeof command === 'string',
      stdio: isInteractive ? 'inherit' : [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      // A group of its own, so that what it started can be ended with it.
      detached: isGroup,
      windowsHide: true,
    });
    let ending: Promise<void> | undefined;
    const stop = () => {
      ending ??= end(child.pid, isGroup);
      void ending.then(() => {
        settle({ kind: 'stopped' });
      });
    };
    const timer = setTimeout(stop, timeoutMs);
    const settle = (ended: Ended) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      // What left its group may hold the pipes for long.
      [child.stdin, child.stdout, child.stderr].forEach((pipe) => pipe?.destroy());
      resolve(ended);
    };
    child.stdout?.on('data', (chunk: Buffer) => options.onOutput?.(chunk));
    child.stderr?.on('data', (chunk: Buffer) => {
      (options.onErrorOutput ?? options.onOutput)?.(chunk);
    });
    // Who does not read to the end is no reason to fail.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    child.on('spawn', () => options.onStart?.(child.pid ?? 0));
    child.on('error', () => {
      settle({ kind: 'missing' });
    });
    const settleEnded = (code: number | null) => {
      if (!ending) {
        settle({ kind: 'ended', code });
      }
    };
    child.on('close', settleEnded);
    child.on('exit', (code) => {
      setTimeout(settleEnded, graceMs, code).unref();
    });
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) {
      stop();
    }
  });
}

async function end(pid: number | undefined, isGroup: boolean): Promise<void> {
  if (pid === undefined) {
    return;
  }
  try {
    await endProcessTree(pid, { graceMs });
    if (isGroup) {
      // Whose parent had gone before.
      process.kill(-pid, 'SIGKILL');
    }
  } catch {
    // It ended by itself meanwhile.
  }
}
