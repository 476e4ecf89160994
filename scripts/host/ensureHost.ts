// Gets a VS Code host ready in the user's cache, once per version: a lean install that skips the
// native modules nobody needs here. A marker is written last, so that a half install is redone.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from '../../src/core/stores/lock';
import { UserError } from '../../src/core/support/errors';
import { msg } from '../../src/core/support/message';
import { type CommandResult, runCommand, tailOf } from '../process/command';
import { type Progress, timed } from '../process/progress';
import { ensureBuildTools } from './buildTools';
import { type Host, type HostName, cacheDirectory, hostAt, hosts, nodePackage } from './hosts';
import { runNpm } from './npm';
import { withReplacedDependencies } from './replacedDependencies';

const stepMs = 10 * 60_000;
const lockMs = 30 * 60_000;
/** Terminals, file watching and logs. The other native modules are not needed. */
const nativeModules = ['node-pty', '@parcel/watcher', '@vscode/spdlog'];

export async function ensureHost(name: HostName, progress: Progress): Promise<Host> {
  const host = hostAt(name, cacheDirectory());
  if (isReady(host)) {
    return host;
  }
  if (process.platform === 'win32') {
    throw new UserError(
      'host-platform',
      msg(
        'The browser-hosted VS Code is not built for Windows.\nUse "npm run install:code" for your own VS Code, or WSL.',
      ),
    );
  }
  mkdirSync(path.dirname(host.directory), { recursive: true });
  return withLock(
    `${host.directory}.lock`,
    async () => {
      if (!isReady(host)) {
        await install(host, progress);
      }
      return host;
    },
    {
      timeoutMs: lockMs,
      onWait: () => {
        progress('VS Code host: waiting for another process that installs it');
      },
    },
  );
}

function markerOf(host: Host): string {
  return path.join(host.directory, 'ready.json');
}

function isReady(host: Host): boolean {
  return existsSync(markerOf(host)) && existsSync(host.node) && existsSync(host.vscode);
}

async function install(host: Host, progress: Progress): Promise<void> {
  const versions = hosts[host.name];
  const label = `VS Code host ${versions.codeServer}`;
  const nodeHome = path.dirname(path.dirname(host.node));
  const npm = (cwd: string, ...args: string[]) =>
    runNpm(args, {
      cwd,
      nodeDirectory: path.dirname(host.node),
      // Wins over a `nodedir` in the user's own settings, whose headers are of another Node.
      env: { npm_config_nodedir: nodeHome },
      timeoutMs: stepMs,
    });
  const step = (part: string, advice: string, body: () => Promise<CommandResult>) =>
    timed(progress, `${label}, ${part}`, async () => {
      check(host, part, advice, await body());
    });

  await ensureBuildTools(progress);
  rmSync(host.directory, { recursive: true, force: true, maxRetries: 5 });
  mkdirSync(host.directory, { recursive: true });
  writeFileSync(path.join(host.directory, 'package.json'), '{ "private": true }\n');

  const packages = [
    `code-server@${versions.codeServer}`,
    `${nodePackage(process.platform, process.arch)}@${versions.node}`,
  ];
  const network = 'Check that npm reaches its registry ("npm ping"), then try again.';
  await step('download', network, () =>
    npm(host.directory, 'install', '--ignore-scripts', '--save-exact', ...packages),
  );
  replaceDependencies(host);
  await step('dependencies', network, () =>
    npm(host.vscode, 'install', '--omit=dev', '--ignore-scripts'),
  );
  await step('native modules', 'Check that make, g++ and python3 work, then try again.', () =>
    npm(host.vscode, 'rebuild', '--foreground-scripts', ...nativeModules),
  );
  await step('check', 'Remove the folder named above, then try again.', () => load(host));
  writeFileSync(markerOf(host), `${JSON.stringify({ ...versions, ready: true }, null, 2)}\n`);
}

function replaceDependencies(host: Host): void {
  for (const name of ['package.json', 'npm-shrinkwrap.json']) {
    const file = path.join(host.vscode, name);
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const replaced = withReplacedDependencies(manifest, hosts[host.name].replaced);
    writeFileSync(file, `${JSON.stringify(replaced, null, 2)}\n`);
  }
}

/** A module that was built for another Node is noticed here, not in the middle of a test. */
function load(host: Host): Promise<CommandResult> {
  const program = nativeModules.map((name) => `require(${JSON.stringify(name)});`).join('');
  return runCommand(host.node, ['--input-type=commonjs', '-e', program], {
    cwd: host.vscode,
    timeoutMs: 60_000,
  });
}

function check(host: Host, part: string, advice: string, result: CommandResult): void {
  if (result.ok) {
    return;
  }
  const log = path.join(path.dirname(host.directory), `${host.name}-failed.log`);
  writeFileSync(log, result.output);
  throw new UserError(
    'host-install',
    msg(
      'VS Code host, part "{0}": {1}\n\n{2}\n\nFolder: {3}\nWhole log: {4}\n{5}',
      part,
      result.reason,
      tailOf(result.output),
      host.directory,
      log,
      advice,
    ),
  );
}
