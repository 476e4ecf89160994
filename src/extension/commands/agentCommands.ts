// Commands on the sessions of the Agents view.

import * as vscode from 'vscode';
import { commands } from '../contributions';
import type { Projects } from '../projects';
import { t } from '../translate';
import { contextTarget } from '../views/deliveryNode';
import { noIcons } from '../views/noIcons';
import type { TreeNode } from '../views/treeNode';
import { registerCommands } from './commandSet';
import { projectOf } from './projectOf';

type SessionRow = Pick<TreeNode, 'root' | 'session'>;

export function registerAgentCommands(
  projects: Projects,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  return registerCommands(log, {
    [commands.openContext]: async (row?: SessionRow) => {
      const { snapshot } = projectOf(projects, row);
      const file = row?.session?.context?.file;
      if (snapshot && file !== undefined) {
        await vscode.commands.executeCommand(commands.openFile, contextTarget(file, snapshot));
      }
    },
    [commands.copySessionId]: async (row?: SessionRow) => {
      const id = row?.session?.id;
      if (id !== undefined) {
        await vscode.env.clipboard.writeText(id);
        vscode.window.setStatusBarMessage(t('$(copy) Copied: {0}', noIcons(id)), 5_000);
      }
    },
  });
}
