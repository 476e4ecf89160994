import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import path from 'node:path';

export interface Run {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** The built bundle, in a process of its own with nothing in its environment but this. */
export function baton(
  cwd: string,
  args: readonly string[],
  env: Record<string, string> = {},
  input = '',
): Run {
  const { stdout, stderr, status, error } = spawnSync(process.execPath, [bundle, ...args], {
    ...options(cwd, env),
    encoding: 'utf8',
    input,
  });
  assert.equal(error, undefined);
  return { stdout, stderr, code: status };
}

/** The same, while this process goes on: for tests that are its remote. */
export function batonMeanwhile(
  cwd: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Run> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [bundle, ...args],
      options(cwd, env),
      (_error, stdout, stderr) => {
        resolve({ stdout, stderr, code: child.exitCode });
      },
    );
  });
}

/** The same, for tests that send it signals. */
export function startBaton(
  cwd: string,
  args: readonly string[],
  env: Record<string, string> = {},
): ChildProcess {
  return spawn(process.execPath, [bundle, ...args], { ...options(cwd, env), stdio: 'ignore' });
}

const bundle = path.resolve('dist/cli.js');
/** Of all runs together: compiling it each time takes longer than most of what they do. */
const compiledCode = path.resolve('out/compiledCode');

function options(cwd: string, env: Record<string, string>) {
  return {
    cwd,
    timeout: 60_000,
    env: {
      PATH: process.env.PATH,
      HOME: '/nonexistent-home',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      NODE_COMPILE_CACHE: compiledCode,
      ...env,
    },
  };
}

/** The one document that `--json` prints. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- names the document
export function json<T = Record<string, unknown>>({ stdout }: Run): T {
  return JSON.parse(stdout) as T;
}
