// Starts VS Code's server for one window, on the loopback interface only, with folders of its own.

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError, describeError } from '../../src/core/support/errors';
import { msg } from '../../src/core/support/message';
import { tailOf } from '../process/command';
import { cleanEnvironment } from '../process/environment';
import { endProcessTree } from '../../src/core/support/processTree';
import type { Host } from './hosts';

const startMs = 60_000;

export interface ServerOptions {
  host: Host;
  /** Without one, anybody on this machine can open the window: for tests only. */
  token: boolean;
  extensionsDirectory?: string;
  /** False shows the workspace in Restricted Mode until somebody trusts it. */
  trusted: boolean;
  /** Without it a built VS Code ignores the payload that loads a development extension. */
  testDriver: boolean;
  /** Settings of the user, as in settings.json. */
  settings?: Record<string, unknown>;
  env?: NodeJS.ProcessEnv;
}

export interface Server {
  readonly port: number;
  /** The address of a window on this folder or .code-workspace file, or on none. */
  address(workspace: string | undefined): string;
  readonly logs: string;
  /** The server's own output so far. */
  output(): string;
  /** Settles when the server ended, with how; never rejects. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

export async function startServer(options: ServerOptions): Promise<Server> {
  const data = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'baton-server-'));
  const token = options.token ? randomBytes(24).toString('hex') : undefined;
  prepare(data, options, token);
  const child = spawn(options.host.node, argumentsOf(data, options, token), {
    cwd: data,
    env: { ...cleanEnvironment(process.env), ...socketFolder(data), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: Ctrl-C in the terminal is for us, and we end the server in order.
    detached: true,
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-200_000);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const exited = exitOf(child);
  const stop = async (): Promise<void> => {
    if (child.pid !== undefined) {
      await endProcessTree(child.pid);
    }
    rmSync(data, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  try {
    const port = await listening(() => output, exited);
    return {
      port,
      address: (workspace) => {
        const query = new URLSearchParams({
          ...(token ? { tkn: token } : {}),
          ...(workspace === undefined
            ? { ew: 'true' }
            : { [workspace.endsWith('.code-workspace') ? 'workspace' : 'folder']: workspace }),
        });
        return `http://127.0.0.1:${port}/?${query.toString()}`;
      },
      logs: path.join(data, 'data', 'logs'),
      output: () => output,
      exited,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function prepare(data: string, options: ServerOptions, token: string | undefined): void {
  mkdirSync(path.join(data, 'data', 'User'), { recursive: true });
  mkdirSync(path.join(data, 'tmp'), { mode: 0o700 });
  const settings = { ...terminalSettings(), ...options.settings };
  const file = path.join(data, 'data', 'User', 'settings.json');
  writeFileSync(file, JSON.stringify(settings, null, 2));
  if (token !== undefined) {
    // In a file, because arguments can be read by every user of the machine.
    writeFileSync(path.join(data, 'token'), token, { mode: 0o600 });
  }
}

/** Sockets that a killed server leaves behind go with its folder. (A Mac's path is too long.) */
function socketFolder(data: string): NodeJS.ProcessEnv {
  const folder = path.join(data, 'tmp');
  return process.platform === 'linux' ? { TMPDIR: folder, XDG_RUNTIME_DIR: folder } : {};
}

/** What was changed for the server's sake is as it was in the terminals of the window. */
function terminalSettings(): Record<string, unknown> {
  const { TMPDIR = null, XDG_RUNTIME_DIR = null } = process.env;
  return { 'terminal.integrated.env.linux': { TMPDIR, XDG_RUNTIME_DIR } };
}

function argumentsOf(data: string, options: ServerOptions, token: string | undefined): string[] {
  return [
    path.join(options.host.vscode, 'out', 'server-main.js'),
    ...['--host', '127.0.0.1', '--port', '0'],
    ...['--server-data-dir', data],
    ...['--extensions-dir', options.extensionsDirectory ?? path.join(data, 'extensions')],
    ...(token === undefined
      ? ['--without-connection-token']
      : ['--connection-token-file', path.join(data, 'token')]),
    '--accept-server-license-terms',
    '--disable-telemetry',
    ...(options.trusted ? ['--disable-workspace-trust'] : []),
    ...(options.testDriver ? ['--enable-smoke-test-driver'] : []),
  ];
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.on('error', (error) => {
      resolve(describeError(error));
    });
    child.on('exit', (code, signal) => {
      resolve(code === null ? `ended by ${signal ?? 'a signal'}` : `exit code ${code}`);
    });
  });
}

/** The server picks a free port itself, so that nobody can take it in between. */
async function listening(output: () => string, exited: Promise<string>): Promise<number> {
  let end: string | undefined;
  void exited.then((how) => (end = how));
  const deadline = Date.now() + startMs;
  while (Date.now() < deadline && end === undefined) {
    const port = /Extension host agent listening on (\d+)/.exec(output())?.[1];
    if (port !== undefined && (await answers(Number(port)))) {
      return Number(port);
    }
    await delay(100);
  }
  throw new UserError(
    'server-start',
    msg(
      "VS Code's server did not start: {0}.\n\n{1}",
      end ?? `no answer after ${startMs / 1000} s`,
      tailOf(output()),
    ),
  );
}

async function answers(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/version`, {
      signal: AbortSignal.timeout(5_000),
    });
    await response.body?.cancel();
    return response.status < 500;
  } catch {
    return false;
  }
}
