import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** A program of test/support/processes. What it throws is printed, and shows in its exit code. */
export interface Child {
  readonly pid: number;
  send(message: unknown): void;
  /** The next message not yet taken; rejects when the child ends first. */
  next(): Promise<unknown>;
  signal(signal: NodeJS.Signals): void;
  /** Resolves with the exit code, null after a signal. */
  readonly ended: Promise<number | null>;
}

/** Starts children for the suite that calls this; those that are left are ended after each test. */
export function useChildren(): (program: string, ...args: string[]) => Child {
  const running = new Set<ChildProcess>();
  afterEach(async () => {
    await Promise.all(
      [...running].map(async (process) => {
        const end = once(process, 'exit');
        process.kill('SIGKILL');
        await end;
      }),
    );
  });
  return (program, ...args) => {
    const process = fork(path.resolve('out/test/support/processes', `${program}.js`), args);
    running.add(process);
    const ended = new Promise<number | null>((resolve) => {
      process.once('exit', (code) => {
        running.delete(process);
        resolve(code);
      });
    });
    return { ...messagesOf(process), ended };
  };
}

function messagesOf(process: ChildProcess): Omit<Child, 'ended'> {
  const arrived: unknown[] = [];
  let wake: () => void = () => undefined;
  process.on('message', (message) => {
    arrived.push(message);
    wake();
  });
  let over = false;
  // Not at its end: what it sent before may still be on the way.
  process.once('close', () => {
    over = true;
    wake();
  });
  return {
    pid: process.pid ?? 0,
    send: (message) => {
      process.send(message as object);
    },
    next: async () => {
      while (arrived.length === 0) {
        if (over) {
          throw new Error('the child ended without a message');
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return arrived.shift();
    },
    signal: (signal) => {
      process.kill(signal);
    },
  };
}
