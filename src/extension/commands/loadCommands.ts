// Load and resume: they show the verdict and offer what can be done about it, one click each.

import * as vscode from 'vscode';
import type { ActionId, LoadReport } from '../../core/load/loadReport';
import type { Project } from '../../core/project';
import { nextStepOf } from '../../core/protocol/nextStep';
import { render } from '../../core/support/message';
import { commands } from '../contributions';
import type { Loads } from '../loads';
import { showInformation, showWarning } from '../messages';
import type { Projects } from '../projects';
import type { ReportDocuments } from '../reportDocuments';
import { t } from '../translate';
import { openFindings } from '../views/findingNodes';
import { type VerdictChoice, verdictLine, verdictPick } from '../views/verdictPick';
import { chooseProject } from './chooseProject';
import { registerCommands } from './commandSet';
import { takeUp } from './interruptedCommands';
import type { ProjectRow } from './projectOf';
import { saveAndTell } from './saveFlow';
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
  reports: ReportDocuments,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const parts = { loads, reports };
  const applyToRow = async (row: ProjectRow | undefined, id: ActionId) => {
    const project = await chooseProject(projects, row);
    const done = await applyAction(parts, project, id);
    if (done && !done.isTold) {
      void showInformation(done.said);
    }
  };
  return registerCommands(log, {
    [commands.load]: async (row?: ProjectRow) =>
      loadUntilContent(parts, await chooseProject(projects, row)),
    [commands.resume]: async (row?: ProjectRow) => {
      const project = await chooseProject(projects, row);
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
async function loadUntilContent(parts: Parts, project: Project): Promise<void> {
  let said: string | undefined;
  for (let report = await parts.loads.load(project); ;) {
    const step = nextStepOf(report.state);
    const warnings = report.warnings.map((each) => render(each, t));
    if (report.status !== 'new' && openFindings(report).length === 0) {
      void showInformation(
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
    const done = await applyAction(parts, project, choice.id);
    if (!done) {
      return;
    }
    said = done.said;
    report = parts.loads.reportOf(project.root) ?? (await parts.loads.load(project));
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

interface Parts {
  readonly loads: Loads;
  readonly reports: ReportDocuments;
}

interface Done {
  /** In sentences. */
  readonly said: string;
  /** The person has seen them already. */
  readonly isTold: boolean;
}

/** undefined when the person thought better of it. What is there afterwards is loaded. */
async function applyAction(
  { loads, reports }: Parts,
  project: Project,
  id: ActionId,
): Promise<Done | undefined> {
  if (id === 'commit') {
    // The same questions as at every other save.
    return commit({ loads, reports }, project);
  }
  const workingOn = id === 'start-new' ? await askForNewWork(project) : undefined;
  if (id === 'start-new' && workingOn === undefined) {
    return undefined;
  }
  const { message, warnings } = await loads.apply(project, id, workingOn ? { workingOn } : {});
  return { said: [message, ...warnings].map((each) => render(each, t)).join(' '), isTold: false };
}

async function commit({ loads, reports }: Parts, project: Project): Promise<Done | undefined> {
  try {
    const said = await saveAndTell(project, 'quick', reports);
    return said === undefined ? undefined : { said, isTold: true };
  } finally {
    await loads.load(project);
  }
}

async function reportResume(project: Project, report: LoadReport): Promise<void> {
  const found = openFindings(report).map(({ detail }) => detail);
  const sentences = [...report.did, ...found].map((each) => render(each, t));
  const details = t('Details');
  const message = [`${verdictLine(report, t)}.`, ...sentences].join(' ');
  const choices = found.length > 0 || report.status === 'new' ? [details] : [];
  const choice =
    report.status === 'recovery_failed'
      ? await showWarning(message, ...choices)
      : await showInformation(message, ...choices);
  if (choice === details) {
    await vscode.commands.executeCommand(commands.load, { root: project.root });
  }
}
