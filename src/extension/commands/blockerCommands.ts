// Commands on blockers: on a row of the Blockers view, from a notice, or picked from a list.

import * as vscode from 'vscode';
import { commands } from '../contributions';
import type { Projects } from '../projects';
import { recover, type RecoveryParts, rerun } from '../recovery/recoverFlow';
import { t } from '../translate';
import { blockerForAgent } from '../views/blockerForAgent';
import {
  askForDescription,
  askForEdit,
  askForSeverity,
  askForType,
  askHowSolved,
} from './blockerQuestions';
import { type BlockerRow, chooseBlocker } from './chooseBlocker';
import { chooseProject } from './chooseProject';
import { registerCommands } from './commandSet';
import type { ProjectRow } from './projectOf';

export function registerBlockerCommands(
  projects: Projects,
  recovery: RecoveryParts,
): vscode.Disposable {
  return registerCommands(recovery.log, {
    [commands.addBlocker]: async (row?: ProjectRow) => {
      const project = await chooseProject(projects, row);
      const title = t('Add Blocker');
      const description = await askForDescription(title);
      const type = description && (await askForType(title));
      const severity = type && (await askForSeverity(title));
      if (description && type && severity) {
        await project.reportBlocker({ type, severity, description, source: 'user' });
      }
    },
    [commands.editBlocker]: async (row?: BlockerRow) => {
      const { project, blocker, id } = await chooseBlocker(projects, row, t('Edit Blocker'));
      const changes = await askForEdit(blocker);
      if (changes) {
        await project.editBlocker(id, changes);
      }
    },
    [commands.markSolved]: async (row?: BlockerRow) => {
      const { project, blocker, id } = await chooseBlocker(projects, row, t('Mark Solved'));
      const how = await askHowSolved(blocker);
      if (how) {
        await project.solveBlocker(id, how);
      }
    },
    [commands.copyBlocker]: async (row?: BlockerRow) => {
      const { blocker } = await chooseBlocker(projects, row, t('Copy for Agent'));
      await vscode.env.clipboard.writeText(blockerForAgent(blocker));
      vscode.window.setStatusBarMessage(t('$(copy) Copied: paste it into your agent'), 5_000);
    },
    [commands.recoverBlocker]: async (row?: BlockerRow) => {
      const { project, id } = await chooseBlocker(projects, row, t('Recover'));
      await recover(project, id, recovery);
    },
    [commands.rerunBlocker]: async (row?: BlockerRow) => {
      const { project, id } = await chooseBlocker(projects, row, t('Re-run'));
      await rerun(project, id, recovery);
    },
  });
}
