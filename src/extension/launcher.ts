// Keeps the launcher up to date, by which agents start Baton. Outside of any workspace, so that it is
// done whether this one is trusted or not.

import { homedir } from 'node:os';
import path from 'node:path';
import type * as vscode from 'vscode';
import { dataFolder } from '../core/dataFolder';
import { writeLauncher } from '../core/install/launcher';
import type { InstallFacts } from '../core/install/installPlace';
import { describeError } from '../core/support/errors';

/** What core has to know of this host to install it. */
export function installFacts(
  { extension, extensionPath }: Pick<vscode.ExtensionContext, 'extension' | 'extensionPath'>,
  log: vscode.LogOutputChannel,
): InstallFacts {
  const { version } = extension.packageJSON as { readonly version: string };
  return {
    env: process.env,
    home: homedir(),
    platform: process.platform,
    execPath: process.execPath,
    isElectron: 'electron' in process.versions,
    version,
    cli: path.join(extensionPath, 'dist', 'cli.js'),
    logger: log,
    now: () => new Date(),
  };
}

/** After activation, which waits for nothing. */
export function registerLauncher(
  facts: InstallFacts,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const timer = setTimeout(() => {
    const { env, platform, home } = facts;
    writeLauncher({ ...facts, dataFolder: dataFolder({ env, platform, home }) }).then(
      ({ launcher, isChanged }) => {
        if (isChanged) {
          log.info(`Agents start Baton by ${launcher}`);
        }
      },
      (error: unknown) => {
        // Hooks that are installed go on with the one before.
        log.warn(`The launcher was not written: ${describeError(error)}`);
      },
    );
  });
  return {
    dispose: () => {
      clearTimeout(timer);
    },
  };
}
