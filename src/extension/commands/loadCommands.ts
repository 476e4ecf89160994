// Load and resume: they show the verdict and offer what can be done about it, one click each.

import * as vscode from 'vscode';
import type { ActionId, LoadReport } from '../../core/load/loadReport';
import type { Project } from '../../core/project';
import { nextStepOf } from '../../core/protocol/nextStep';
import { render } from '../../core/support/message';
import { commands } from '../contributions';
import type { Loads } from '../loads';
import type { Projects } from '../projects';
import { openFindings } from '../views/findingNodes';
import { currentRendering } from '../views/treeView';
import { type VerdictChoice, verdictLine, verdictPick } from '../views/verdictPick';
import { registerCommands } from './commandSet';
import { takeUp } from './interruptedCommands';
import { projectOf, type ProjectRow } from './projectOf';
import { askForNewWork } from './sessionCommands';
import { showVerdict } from './showVerdict';

/** Buttons of rows, which say by which command they are, and not by an argument. */
const actionOfCommand = {
  [commands.switchToSavedBranch]: 'switch-branch',
  [commands.continueHere]: 'continue-here',
  [commands.commitChanges]: 'commit',
  [commands.stashChanges]: 'stash',
  [commands.solveBlocker]: 'solve-blocker',
  [commands.startNewInstead]: 'start-new',
} as const;

export function registerLoadCommands(
  projects: Projects,
  loads: Loads,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const applyToRow = async (row: ProjectRow | undefined, id: ActionId) => {
    const project = projectOf(projects, row);
    const said = await applyAction(loads, project, id);
    if (said !== undefined) {
      await loads.load(project);
      void vscode.window.showInformationMessage(said);
    }
  };
  return registerCommands(log, {
    [commands.load]: (row?: ProjectRow) => loadUntilContent(loads, projectOf(projects, row)),
    [commands.resume]: async (row?: ProjectRow) => {
      const project = projectOf(projects, row);
      void reportResume(project, await loads.load(project, { resume: true }));
    },
    [commands.applyAction]: applyToRow,
    ...Object.fromEntries(
      Object.entries(actionOfCommand).map(([command, id]) => [
        command,
        (row?: ProjectRow) => applyToRow(row, id),
      ]),
    ),
  });
}

/** Shows the verdict again after each action, until nothing is left to do. */
async function loadUntilContent(loads: Loads, project: Project): Promise<void> {
  for (let said: string | undefined; ;) {
    const report = await loads.load(project);
    const { t } = currentRendering();
    const step = nextStepOf(report.state);
    const warnings = report.warnings.map((each) => render(each, t));
    if (report.status !== 'new' && openFindings(report).length === 0) {
      void vscode.window.showInformationMessage(
        [said, `${verdictLine(report, t)}.`, ...warnings, step && t('Next: {0}', step)]
          .filter(Boolean)
          .join(' '),
      );
      return;
    }
    const hasRoadmap = project.snapshot?.hasRoadmap ?? false;
    const choice = await showVerdict(verdictPick(report, { hasRoadmap, t }), said);
    if (choice?.do !== 'action') {
      await perform(project, choice);
      return;
    }
    said = await applyAction(loads, project, choice.id);
    if (said === undefined) {
      return;
    }
  }
}

async function perform(project: Project, choice: VerdictChoice | undefined): Promise<void> {
  switch (choice?.do) {
    case 'startSession':
      await vscode.commands.executeCommand(commands.startSession, { root: project.root });
      return;
    case 'openRoadmap':
      await vscode.commands.executeCommand(commands.openRoadmap, { root: project.root });
      return;
    case 'takeUp':
      await takeUp(project, choice.work);
      return;
    default:
      return;
  }
}

/** What was done, in sentences; undefined when the person thought better of it. */
async function applyAction(
  loads: Loads,
  project: Project,
  id: ActionId,
): Promise<string | undefined> {
  const workingOn = id === 'start-new' ? await askForNewWork(project) : undefined;
  if (id === 'start-new' && workingOn === undefined) {
    return undefined;
  }
  const { message, warnings } = await loads.apply(project, id, workingOn ? { workingOn } : {});
  return [message, ...warnings].map((each) => render(each, vscode.l10n.t)).join(' ');
}

async function reportResume(project: Project, report: LoadReport): Promise<void> {
  const { t } = currentRendering();
  const found = openFindings(report).map(({ detail }) => detail);
  const sentences = [...report.did, ...found].map((each) => render(each, t));
  const details = t('Details');
  const message = [`${verdictLine(report, t)}.`, ...sentences].join(' ');
  const choices = found.length > 0 || report.status === 'new' ? [details] : [];
  const choice =
    report.status === 'recovery_failed'
      ? await vscode.window.showWarningMessage(message, ...choices)
      : await vscode.window.showInformationMessage(message, ...choices);
  if (choice === details) {
    await vscode.commands.executeCommand(commands.load, { root: project.root });
  }
}
