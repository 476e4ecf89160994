// The command line of VS Code, as far as @vscode/test-electron uses it.

import { UserError } from '../../src/core/support/errors';
import { msg } from '../../src/core/support/message';

export interface LauncherArguments {
  extensionDevelopmentPath: string;
  extensionTestsPath: string;
  workspace: string | undefined;
  trusted: boolean;
}

export function parseLauncherArguments(argv: readonly string[]): LauncherArguments {
  const value = (name: string): string => {
    const prefix = `--${name}=`;
    const found = argv.find((arg) => arg.startsWith(prefix));
    if (found === undefined) {
      throw new UserError('usage', msg('The launcher needs {0}…', prefix));
    }
    return found.slice(prefix.length);
  };
  return {
    extensionDevelopmentPath: value('extensionDevelopmentPath'),
    extensionTestsPath: value('extensionTestsPath'),
    // Every option comes as one argument, so that what is left is the folder to open.
    workspace: argv.find((arg) => !arg.startsWith('-')),
    trusted: argv.includes('--disable-workspace-trust'),
  };
}
