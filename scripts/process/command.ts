// Runs a program to its end, with its output in a log, a time limit, and no input.

import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { describeError } from '../../src/core/support/errors';
import { endProcessTree } from '../../src/core/support/processTree';

export interface CommandOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  timeoutMs: number;
  /** Gets the output as it comes; without it the output is only collected. */
  onOutput?: (text: string) => void;
}

export interface CommandResult {
  ok: boolean;
  output: string;
  /** Why it is not ok: exit code, signal, time limit, or that it could not be started. */
  reason: string;
}

const keptOutput = 2_000_000;

export async function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  // Windows runs batch files only through its shell, which wants every part quoted.
  const shell = process.platform === 'win32' && /\.(cmd|bat)$/i.test(command);
  const quoted = (part: string): string => (shell ? `"${part}"` : part);
  const child = spawn(quoted(command), args.map(quoted), {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell,
  });
  let output = '';
  const collect = (data: Buffer): void => {
    const text = data.toString();
    output = (output + text).slice(-keptOutput);
    options.onOutput?.(text);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const reason = await ended(child, options.timeoutMs);
  return { ok: reason === '', output, reason };
}

function ended(child: ChildProcess, timeoutMs: number): Promise<string> {
  return new Promise((resolve) => {
    let late = '';
    const timer = setTimeout(() => {
      late = `no end after ${Math.round(timeoutMs / 1000)} s`;
      if (child.pid !== undefined) {
        void endProcessTree(child.pid).finally(() => {
          // A grandchild that kept the pipe open must not keep us waiting.
          resolve(late);
        });
      }
    }, timeoutMs);
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve(describeError(error));
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const how = code === null ? `ended by ${signal ?? 'a signal'}` : `exit code ${code}`;
      resolve(late || (code === 0 ? '' : how));
    });
  });
}

export function tailOf(text: string, lines = 20): string {
  return text.trimEnd().split('\n').slice(-lines).join('\n');
}

export function findOnPath(
  name: string,
  searched: string = process.env.PATH ?? '',
): string | undefined {
  const endings = process.platform === 'win32' ? ['.cmd', '.exe', '.bat', ''] : [''];
  return searched
    .split(path.delimiter)
    .filter((directory) => directory !== '')
    .flatMap((directory) => endings.map((ending) => path.join(directory, name + ending)))
    .find(isExecutable);
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
