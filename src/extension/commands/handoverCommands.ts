// Commands on handovers: draft one, compare two, keep what was learned.

import type * as vscode from 'vscode';
import { commands } from '../contributions';
import type { Projects } from '../projects';
import type { ReportDocuments } from '../reportDocuments';
import type { TreeNode } from '../views/treeNode';
import { chooseProject } from './chooseProject';
import { registerCommands } from './commandSet';
import { compareHandovers, compareWithCurrent } from './compareHandovers';
import { draftHandover } from './draftHandover';
import { flushKnowledge } from './flushKnowledge';
import type { ProjectRow } from './projectOf';

type HandoverRow = Pick<TreeNode, 'root' | 'target'>;

export function registerHandoverCommands(
  projects: Projects,
  reports: ReportDocuments,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  return registerCommands(log, {
    [commands.draftHandover]: async (row?: ProjectRow) => {
      await draftHandover(await chooseProject(projects, row), reports);
    },
    [commands.flushKnowledge]: async (row?: ProjectRow) => {
      await flushKnowledge(await chooseProject(projects, row));
    },
    [commands.compareHandovers]: async (row?: HandoverRow) => {
      await compareHandovers(await chooseProject(projects, row), row?.target?.file);
    },
    [commands.compareWithCurrent]: async (row?: HandoverRow) => {
      await compareWithCurrent(await chooseProject(projects, row), row?.target?.file);
    },
  });
}
