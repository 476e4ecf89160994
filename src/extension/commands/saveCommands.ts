// Commands that save: ask what is to be known, let core do it, say what was done.

import path from 'node:path';
import * as vscode from 'vscode';
import type { Project } from '../../core/project';
import type { SaveReport, SaveRequest } from '../../core/save/save';
import type { SecretsFound } from '../../core/save/secretsInFiles';
import { UserError } from '../../core/support/errors';
import { msg, render } from '../../core/support/message';
import { oneLine } from '../../core/support/plainText';
import { commands } from '../contributions';
import type { Projects } from '../projects';
import type { ReportDocuments } from '../reportDocuments';
import { shownReport } from '../views/saveReport';
import type { TreeNode } from '../views/treeNode';
import { registerCommands } from './commandSet';
import { projectOf } from './projectOf';
import {
  askAboutDefaultBranch,
  askAboutNewFiles,
  askAboutSecrets,
  askAboutUnsaved,
  askForWords,
} from './saveQuestions';

const { t } = vscode.l10n;

export function registerSaveCommands(
  projects: Projects,
  reports: ReportDocuments,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const saveIn = (mode: SaveRequest['mode']) => async (node?: TreeNode) => {
    const project = projectOf(projects, node);
    const request = await askBefore(project, mode);
    const report = request && (await saveAllowingSecrets(project, request));
    if (report) {
      void announce(project, report, reports);
    }
  };
  return registerCommands(log, {
    [commands.save]: saveIn('quick'),
    [commands.saveAndPush]: saveIn('sync'),
    [commands.saveAndVerify]: saveIn('full'),
    [commands.undoSave]: (node?: TreeNode) => undo(projectOf(projects, node)),
    [commands.squashCheckpoints]: (node?: TreeNode) => squash(projectOf(projects, node)),
  });
}

const titles: Readonly<Record<SaveRequest['mode'], () => string>> = {
  quick: () => t('Save Session'),
  sync: () => t('Save Session and Push'),
  full: () => t('Save Session, Push and Verify'),
};

async function askBefore(
  project: Project,
  mode: SaveRequest['mode'],
): Promise<SaveRequest | undefined> {
  if (!(await askAboutUnsaved(project.root))) {
    return undefined;
  }
  const plan = await project.savePlan(mode);
  const title = titles[mode]();
  const words = await askForWords(title, plan.words);
  if (words === undefined) {
    return undefined;
  }
  const untracked = await askAboutNewFiles(title, plan);
  if (untracked === undefined) {
    return undefined;
  }
  const push = await askAboutDefaultBranch(plan);
  return (
    push && {
      mode: push === 'push' ? mode : 'quick',
      context: words.trim(),
      untracked,
      pushDefaultBranch: true,
    }
  );
}

/** undefined when secrets were found and the user did not want them committed. */
async function saveAllowingSecrets(
  project: Project,
  request: SaveRequest,
): Promise<SaveReport | undefined> {
  try {
    return await saveWithProgress(project, request);
  } catch (error) {
    if (!UserError.is(error, 'secrets')) {
      throw error;
    }
    const { found } = error as SecretsFound;
    const choice = await askAboutSecrets(found);
    const [first] = found;
    if (choice === 'show' && first) {
      const target = { file: path.join(project.root, first.file), line: first.line };
      await vscode.commands.executeCommand(commands.openFile, target);
    }
    return choice === 'commit'
      ? saveWithProgress(project, { ...request, allowSecrets: true })
      : undefined;
  }
}

function saveWithProgress(project: Project, request: SaveRequest): Thenable<SaveReport> {
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: titles[request.mode](),
      cancellable: true,
    },
    (progress, cancelled) => {
      const abort = new AbortController();
      cancelled.onCancellationRequested(() => {
        abort.abort();
      });
      return project.save({
        ...request,
        signal: abort.signal,
        tell: (step) => {
          progress.report({ message: render(step, t) });
        },
      });
    },
  );
}

async function announce(
  project: Project,
  report: SaveReport,
  reports: ReportDocuments,
): Promise<void> {
  const { summary, warns, markdown } = shownReport(report, { t });
  const uri = reports.keep({ root: project.root, title: t('Save Report'), markdown });
  const show = t('Show Report');
  const undoIt = t('Undo');
  const buttons = [show, ...(report.commit && !report.pushed ? [undoIt] : [])];
  const choice = await (warns
    ? vscode.window.showWarningMessage(summary, ...buttons)
    : vscode.window.showInformationMessage(summary, ...buttons));
  if (choice === show) {
    await vscode.window.showTextDocument(uri, { preview: true });
  } else if (choice === undoIt) {
    await vscode.commands.executeCommand(commands.undoSave, { root: project.root });
  }
}

async function undo(project: Project): Promise<void> {
  const [last] = await project.checkpoints();
  const confirm = t('Undo Checkpoint');
  const choice = await vscode.window.showWarningMessage(
    last ? t('Undo "{0}"?', last.subject) : t('Undo the last checkpoint?'),
    {
      modal: true,
      detail: t(
        'Only the commit goes away: your files stay as they are, and what was staged is staged again.',
      ),
    },
    confirm,
  );
  if (choice === confirm) {
    const { subject, undone } = await project.undoSave();
    void vscode.window.showInformationMessage(
      t(
        'Taken back: {0} ({1}). Your files are untouched, and the index is as it was before the save.',
        subject,
        undone.slice(0, 7),
      ),
    );
  }
}

async function squash(project: Project): Promise<void> {
  const { length: count } = await project.checkpoints();
  if (count === 0) {
    throw new UserError(
      'no-checkpoints',
      msg(
        'The last commit is not a checkpoint, or it is pushed already, so there is nothing to fold.',
      ),
    );
  }
  const message = await vscode.window.showInputBox({
    title: t('Squash Checkpoints'),
    prompt:
      count === 1
        ? t('1 checkpoint becomes a commit with this message')
        : t('{0} checkpoints become one commit with this message', count),
    value: oneLine(project.snapshot?.state?.working_on ?? ''),
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === '' ? t('Describe the work in a few words.') : undefined,
  });
  if (message !== undefined) {
    const { squashed, commit, backup } = await project.squashCheckpoints(message);
    const short = commit.slice(0, 7);
    void vscode.window.showInformationMessage(
      squashed.length === 1
        ? t(
            'The checkpoint is a commit of its own now: {0}. The old one is kept in {1}.',
            short,
            backup,
          )
        : t(
            '{0} checkpoints are one commit now: {1}. The old ones are kept in {2}.',
            squashed.length,
            short,
            backup,
          ),
    );
  }
}
