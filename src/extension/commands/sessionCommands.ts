// Commands on the session state: begin one, put a backup back.

import path from 'node:path';
import * as vscode from 'vscode';
import type { Project } from '../../core/project';
import { oneLine } from '../../core/support/plainText';
import { commands } from '../contributions';
import { showInformation, showWarning } from '../messages';
import type { Projects } from '../projects';
import { chooseProject } from './chooseProject';
import { registerCommands } from './commandSet';
import type { ProjectRow } from './projectOf';

/** What there is to begin with, where the work is known already. */
export interface SuggestedWork {
  readonly title?: string | undefined;
  /** The id of an OpenSpec change. */
  readonly openspec?: string | undefined;
}

export function registerSessionCommands(
  projects: Projects,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  return registerCommands(log, {
    [commands.startSession]: async (row?: ProjectRow, work: SuggestedWork = {}) => {
      const project = await chooseProject(projects, row);
      const workingOn = await askForNewWork(project, work.title);
      if (workingOn !== undefined) {
        const { openspec } = work;
        const { keptAside } = await project.startSession({ workingOn, openspec });
        void reportKept(project, keptAside);
      }
    },
    [commands.restoreBackup]: async (row?: ProjectRow) => {
      const project = await chooseProject(projects, row);
      const { keptAside } = await project.restoreState();
      const restored = vscode.l10n.t('The backup of session-state.json is in place again.');
      void reportKept(project, keptAside, restored);
    },
  });
}

/** The words for it, once it is clear that the session so far may go. */
export async function askForNewWork(project: Project, value = ''): Promise<string | undefined> {
  const workingOn = await vscode.window.showInputBox({
    title: vscode.l10n.t('Start New Session'),
    prompt: vscode.l10n.t('What are you working on?'),
    placeHolder: vscode.l10n.t('Add user authentication'),
    value,
    validateInput: (text) =>
      text.trim() === '' ? vscode.l10n.t('Describe the work in a few words.') : undefined,
  });
  return workingOn && (await mayReplace(project)) ? workingOn.trim() : undefined;
}

/** Says where the copy of a broken file is, after what else there is to say. */
export async function reportKept(
  project: Project,
  keptAside: string | undefined,
  done?: string,
): Promise<void> {
  const kept = keptAside && vscode.l10n.t('The broken file is kept as {0}.', keptAside);
  const message = [done, kept].filter(Boolean).join(' ');
  const openKept = vscode.l10n.t('Open Broken File');
  if (message === '') {
    return;
  }
  const choice = await showInformation(message, ...(kept ? [openKept] : []));
  if (keptAside && choice === openKept) {
    const file = path.join(project.root, keptAside);
    await vscode.commands.executeCommand(commands.openFile, { file });
  }
}

async function mayReplace(project: Project): Promise<boolean> {
  const current = project.snapshot?.state;
  if (!current) {
    return true;
  }
  const start = vscode.l10n.t('Start New');
  const choice = await showWarning(
    vscode.l10n.t('Start a new session in place of "{0}"?', oneLine(current.working_on ?? '')),
    {
      modal: true,
      detail: vscode.l10n.t('The state saved so far becomes the backup (session-state.json.bak).'),
    },
    start,
  );
  return choice === start;
}
