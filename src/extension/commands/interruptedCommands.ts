// Where no session says what to do: the ROADMAP, and work that was left in the middle.

import path from 'node:path';
import * as vscode from 'vscode';
import type { InterruptedWork } from '../../core/load/loadReport';
import type { Project } from '../../core/project';
import { commands } from '../contributions';
import type { Loads } from '../loads';
import { showInformation, showWarning } from '../messages';
import type { Projects } from '../projects';
import { interruptedRows } from '../views/verdictPick';
import { chooseProject } from './chooseProject';
import { registerCommands } from './commandSet';
import { type ProjectRow, projectWithRoadmap } from './projectOf';
import type { SuggestedWork } from './sessionCommands';
import { showVerdict } from './showVerdict';

export function registerInterruptedCommands(
  projects: Projects,
  loads: Loads,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  return registerCommands(log, {
    [commands.openRoadmap]: async (row?: ProjectRow) => {
      const { root, snapshot } = projectWithRoadmap(projects, row);
      const file = snapshot?.paths.roadmap ?? path.join(root, 'ROADMAP.md');
      await vscode.commands.executeCommand(commands.openFile, { file });
    },
    [commands.findInterrupted]: async (row?: ProjectRow) => {
      const project = await chooseProject(projects, row);
      const rows = interruptedRows(await loads.load(project), vscode.l10n.t);
      if (rows.length === 0) {
        void showInformation(
          vscode.l10n.t(
            'No interrupted work was found: no open change, no branch that ends in a checkpoint.',
          ),
        );
        return;
      }
      const title = vscode.l10n.t('Interrupted Work');
      const choice = await showVerdict(
        { title, rows },
        vscode.l10n.t('Choose the work to take up'),
      );
      if (choice?.do === 'takeUp') {
        await takeUp(project, choice.work);
      }
    },
  });
}

/** A change becomes the work of a new session; a branch is switched to first. */
export async function takeUp(project: Project, work: InterruptedWork): Promise<void> {
  if (work.kind === 'branch') {
    if (!(await maySwitch(work.id))) {
      return;
    }
    await project.switchToBranch(work.id);
  }
  const suggested: SuggestedWork =
    work.kind === 'openspec' ? { title: work.title, openspec: work.id } : { title: work.title };
  await vscode.commands.executeCommand(commands.startSession, { root: project.root }, suggested);
}

async function maySwitch(branch: string): Promise<boolean> {
  const switchBranch = vscode.l10n.t('Switch Branch');
  const choice = await showWarning(
    vscode.l10n.t('Switch to the branch "{0}"?', branch),
    {
      modal: true,
      detail: vscode.l10n.t(
        'The files of the project become those of that branch. Changes that are not committed stay, or git refuses to switch.',
      ),
    },
    switchBranch,
  );
  return choice === switchBranch;
}
