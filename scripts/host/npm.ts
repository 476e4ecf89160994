// The machine's own npm, for installations outside this project.

import path from 'node:path';
import { UserError } from '../../src/core/support/errors';
import { msg } from '../../src/core/support/message';
import { type CommandResult, findOnPath, runCommand } from '../process/command';
import { npmEnvironment } from '../process/environment';

export interface NpmRun {
  cwd: string;
  /** Comes first on PATH, for the install scripts. */
  nodeDirectory: string;
  /** What npm itself runs on, where the version of it decides what is installed. */
  node?: string;
  env?: NodeJS.ProcessEnv;
  timeoutMs: number;
}

export async function runNpm(args: readonly string[], run: NpmRun): Promise<CommandResult> {
  const [command, ...first] = npmCommand(
    run.node === undefined ? process.env : { ...process.env, npm_node_execpath: run.node },
  );
  const env = npmEnvironment(process.env);
  env.PATH = [run.nodeDirectory, env.PATH ?? ''].join(path.delimiter);
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=warn'];
  return runCommand(command, [...first, ...args, ...quiet], {
    cwd: run.cwd,
    env: { ...env, ...run.env },
    timeoutMs: run.timeoutMs,
  });
}

/** npm on the Node that npm itself was started with: the one that it surely supports. */
export function npmCommand(env: NodeJS.ProcessEnv): [command: string, ...args: string[]] {
  const script = env.npm_execpath;
  if (script !== undefined && path.basename(script) === 'npm-cli.js') {
    return [env.npm_node_execpath ?? process.execPath, script];
  }
  const found = findOnPath('npm', env.PATH);
  if (found === undefined) {
    throw new UserError(
      'npm-missing',
      msg('npm was not found on PATH. Install it, then try again.'),
    );
  }
  return [found];
}
