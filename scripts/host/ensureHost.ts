// Gets a VS Code host ready in the user's cache: a lean install that skips the native modules
// nobody needs here.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../src/core/support/errors';
import { msg } from '../../src/core/support/message';
import { type CommandResult, runCommand } from '../process/command';
import type { Progress } from '../process/progress';
import { ensureBuildTools } from './buildTools';
import { type InstallStep, ensureCached, isCached, registryAdvice } from './cachedInstall';
import { type Host, type HostName, cacheDirectory, hostAt, hosts, nodePackage } from './hosts';
import { runNpm } from './npm';
import { withReplacedDependencies } from './replacedDependencies';

const stepMs = 10 * 60_000;
/** Terminals, file watching and logs. The other native modules are not needed. */
const nativeModules = ['node-pty', '@parcel/watcher', '@vscode/spdlog'];

export async function ensureHost(name: HostName, progress: Progress): Promise<Host> {
  const host = hostAt(name, cacheDirectory());
  const cached = {
    label: `VS Code host ${hosts[name].codeServer}`,
    directory: host.directory,
    files: [host.node, host.vscode],
    install: async (step: InstallStep) => {
      await ensureBuildTools(progress);
      await install(host, step);
    },
  };
  if (process.platform === 'win32' && !isCached(cached)) {
    throw new UserError(
      'host-platform',
      msg(
        'The browser-hosted VS Code is not built for Windows.\nUse "npm run install:code" for your own VS Code, or WSL.',
      ),
    );
  }
  await ensureCached(cached, progress);
  return host;
}

async function install(host: Host, step: InstallStep): Promise<void> {
  const versions = hosts[host.name];
  const nodeHome = path.dirname(path.dirname(host.node));
  const npm = (cwd: string, ...args: string[]) =>
    runNpm(args, {
      cwd,
      nodeDirectory: path.dirname(host.node),
      // Wins over a `nodedir` in the user's own settings, whose headers are of another Node.
      env: { npm_config_nodedir: nodeHome },
      timeoutMs: stepMs,
    });
  const packages = [
    `code-server@${versions.codeServer}`,
    `${nodePackage(process.platform, process.arch)}@${versions.node}`,
  ];
  await step('download', registryAdvice, () =>
    npm(host.directory, 'install', '--ignore-scripts', '--save-exact', ...packages),
  );
  replaceDependencies(host);
  await step('dependencies', registryAdvice, () =>
    npm(host.vscode, 'install', '--omit=dev', '--ignore-scripts'),
  );
  await step('native modules', 'Check that make, g++ and python3 work, then try again.', () =>
    npm(host.vscode, 'rebuild', '--foreground-scripts', ...nativeModules),
  );
  await step('check', 'Remove the folder named above, then try again.', () => load(host));
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
