// Commands that only show: open a file at its place, read everything again, the log.

import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { commands } from '../contributions';
import type { Projects } from '../projects';
import type { FileTarget } from '../views/treeNode';
import { registerCommands } from './commandSet';

export function registerWindowCommands(
  projects: Projects,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  return registerCommands(log, {
    [commands.openFile]: async ({ file, line }: FileTarget) => {
      assertThere(file);
      const position = new vscode.Position(Math.max(0, (line ?? 1) - 1), 0);
      await vscode.window.showTextDocument(vscode.Uri.file(file), {
        selection: new vscode.Range(position, position),
        preview: true,
      });
    },
    [commands.refresh]: () => projects.refresh(),
    [commands.showLog]: () => {
      log.show();
    },
  });
}

/** Rows and notices may outlive the file they are about. */
function assertThere(file: string): void {
  if (!existsSync(file)) {
    const name = vscode.workspace.asRelativePath(file);
    throw new UserError('file-missing', msg('{0} is no longer there.', name));
  }
}
