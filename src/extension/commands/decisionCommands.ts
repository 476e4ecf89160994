// Commands on the decisions log: add one, find one, show only some.

import path from 'node:path';
import * as vscode from 'vscode';
import { everyDecision } from '../../core/documents/decisionFilter';
import type { Project } from '../../core/project';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { shortLine } from '../../core/support/plainText';
import { commands } from '../contributions';
import { showInformation } from '../messages';
import type { Projects } from '../projects';
import type { ShownDecisions } from '../shownDecisions';
import { t } from '../translate';
import { decisionIcon, decisionTypeName } from '../views/decisionWords';
import { noIcons } from '../views/noIcons';
import type { FileTarget } from '../views/treeNode';
import { chooseProject } from './chooseProject';
import { registerCommands } from './commandSet';
import { askForDecision, askForFilter } from './decisionQuestions';
import type { ProjectRow } from './projectOf';

export function registerDecisionCommands(
  projects: Projects,
  shown: ShownDecisions,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const all = () => projects.all.flatMap(({ snapshot }) => snapshot?.decisions ?? []);
  return registerCommands(log, {
    [commands.addDecision]: async (row?: ProjectRow) => {
      const project = await chooseProject(projects, row);
      const written = await askForDecision(project.snapshot?.decisions ?? []);
      if (written) {
        const { id } = await project.addDecision({ ...written, source: 'User' });
        void tell(project, id);
      }
    },
    [commands.openDecision]: async () => {
      const target = await pickDecision(projects);
      if (target) {
        await vscode.commands.executeCommand(commands.openFile, target);
      }
    },
    [commands.filterDecisions]: async () => {
      const filter = await askForFilter(all(), shown.filter);
      if (filter) {
        shown.set(filter);
      }
    },
    [commands.clearDecisionFilter]: () => {
      shown.set(everyDecision);
    },
  });
}

async function tell({ snapshot }: Project, id: string | undefined): Promise<void> {
  if (id === undefined) {
    void showInformation(
      t('decisions.md is in use. The decision waits and is written with the next one.'),
    );
    return;
  }
  const line = snapshot?.decisions.findLast((each) => each.id === id)?.line;
  const open = t('Open');
  const choice = await showInformation(t('{0} is in decisions.md.', id), open);
  if (choice === open && snapshot) {
    const target: FileTarget = { file: snapshot.paths.decisions, line };
    await vscode.commands.executeCommand(commands.openFile, target);
  }
}

/** By number and text, the newest first. */
async function pickDecision(projects: Projects): Promise<FileTarget | undefined> {
  const namesProject = projects.all.length > 1;
  const items = projects.all.flatMap(({ root, snapshot }) =>
    (snapshot?.decisions ?? []).toReversed().map(({ id, type, at, summary, line }) => ({
      label: `$(${decisionIcon(type).id}) ${id} ${noIcons(shortLine(summary))}`,
      description: noIcons(`${decisionTypeName(type, t)} · ${at.slice(0, 10)}`),
      ...(namesProject && { detail: noIcons(path.basename(root)) }),
      target: { file: snapshot?.paths.decisions ?? '', line },
    })),
  );
  if (items.length === 0) {
    throw new UserError('no-decisions', msg('No decisions are recorded yet.'));
  }
  const choice = await vscode.window.showQuickPick(items, {
    title: t('Open Decision'),
    placeHolder: t('Type a number such as D12, or words of the decision'),
    matchOnDescription: true,
  });
  return choice?.target;
}
