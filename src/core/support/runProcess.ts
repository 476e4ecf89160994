// Runs a program and hands on what it prints, as it prints it. Bounded in time; nothing it started
// stays behind when it is ended.

import { spawn } from 'node:child_process';

export interface ProcessOptions {
  readonly cwd: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** The terminal is the program's, so that a person can talk to it. */
  readonly isInteractive?: boolean | undefined;
  readonly onOutput?: ((chunk: Buffer) => void) | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export type Ended =
  | { readonly kind: 'ended'; readonly code: number | null }
  | { readonly kind: 'missing' }
  /** It took too long, or nobody wants it any more. */
  | { readonly kind: 'stopped' };

/** A list is an argv; a line is for the user's shell. */
export function runProcess(
  command: string | readonly string[],
  { cwd, env, isInteractive = false, onOutput, timeoutMs, signal }: ProcessOptions,
): Promise<Ended> {
  const [program = '', ...args] = typeof command === 'string' ? [command] : command;
  const isGroup = !isInteractive && process.platform !== 'win32';
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env,
      shell: typeof command === 'string',
      stdio: isInteractive ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that what it started can be ended with it.
      detached: isGroup,
      windowsHide: true,
    });
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      end(child.pid, isGroup);
    };
    const timer = setTimeout(stop, timeoutMs);
    const settle = (ended: Ended) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      resolve(isStopped ? { kind: 'stopped' } : ended);
    };
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) {
      stop();
    }
    child.stdout?.on('data', (chunk: Buffer) => onOutput?.(chunk));
    child.stderr?.on('data', (chunk: Buffer) => onOutput?.(chunk));
    child.on('error', () => {
      settle({ kind: 'missing' });
    });
    child.on('close', (code) => {
      settle({ kind: 'ended', code });
    });
    child.on('exit', () => {
      // What left its group may hold the pipes for long.
      if (isStopped) {
        settle({ kind: 'stopped' });
      }
    });
  });
}

function end(pid: number | undefined, isGroup: boolean): void {
  if (pid === undefined) {
    return;
  }
  try {
    if (process.platform === 'win32') {
      // A signal ends the shell alone there.
      spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
      return;
    }
    process.kill(isGroup ? -pid : pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}
