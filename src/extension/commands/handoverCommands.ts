// Commands on handovers: compare two of them.

import type * as vscode from 'vscode';
import { commands } from '../contributions';
import type { Projects } from '../projects';
import type { TreeNode } from '../views/treeNode';
import { chooseProject } from './chooseProject';
import { registerCommands } from './commandSet';
import { compareHandovers, compareWithCurrent } from './compareHandovers';

type HandoverRow = Pick<TreeNode, 'root' | 'target'>;

export function registerHandoverCommands(
  projects: Projects,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  return registerCommands(log, {
    [commands.compareHandovers]: async (row?: HandoverRow) => {
      await compareHandovers(await chooseProject(projects, row), row?.target?.file);
    },
    [commands.compareWithCurrent]: async (row?: HandoverRow) => {
      await compareWithCurrent(await chooseProject(projects, row), row?.target?.file);
    },
  });
}
