// Commands that only show: open a file at its place, read everything again, the log.

import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { realPathWithin } from '../../core/stores/regularFile';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import type { AgentLists } from '../agents/agentLists';
import { commands } from '../contributions';
import type { Projects } from '../projects';
import type { FileTarget } from '../views/treeNode';
import { registerCommands } from './commandSet';

export function registerWindowCommands(
  projects: Projects,
  lists: Pick<AgentLists, 'refresh'>,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  return registerCommands(log, {
    [commands.openFile]: async (target: FileTarget) => {
      const { line } = target;
      const file = existingFile(target);
      const position = new vscode.Position(Math.max(0, (line ?? 1) - 1), 0);
      await vscode.window.showTextDocument(vscode.Uri.file(file), {
        selection: new vscode.Range(position, position),
        preview: true,
      });
    },
    [commands.refresh]: async () => {
      lists.refresh();
      await projects.refresh();
    },
    [commands.showLog]: () => {
      log.show();
    },
  });
}

/** Rows and notices may outlive the file they are about. */
function existingFile({ file, otherwise, within }: FileTarget): string {
  const found = [file, ...(otherwise === undefined ? [] : [otherwise])].find(existsSync);
  const name = vscode.workspace.asRelativePath(found ?? file);
  if (found === undefined) {
    throw new UserError('file-missing', msg('{0} is no longer there.', name));
  }
  if (within !== undefined && realPathWithin(within, found) === undefined) {
    throw new UserError(
      'outside-project',
      msg('{0} leads out of the project, so it is not opened.', name),
    );
  }
  return found;
}
