// Commands that only show: open a file at its place, read everything again, the log.

import * as vscode from 'vscode';
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
