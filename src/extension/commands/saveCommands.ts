// Commands that save, and those that take checkpoints back or fold them.

import * as vscode from 'vscode';
import type { Project } from '../../core/project';
import type { SaveRequest } from '../../core/save/save';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { oneLine } from '../../core/support/plainText';
import { commands } from '../contributions';
import { showInformation, showWarning } from '../messages';
import type { Projects } from '../projects';
import type { ReportDocuments } from '../reportDocuments';
import { t } from '../translate';
import { chooseProject } from './chooseProject';
import { registerCommands } from './commandSet';
import type { ProjectRow } from './projectOf';
import { saveAndTell } from './saveFlow';

export function registerSaveCommands(
  projects: Projects,
  reports: ReportDocuments,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const saveIn = (mode: SaveRequest['mode']) => async (row?: ProjectRow) => {
    await saveAndTell(await chooseProject(projects, row), mode, reports);
  };
  return registerCommands(log, {
    [commands.save]: saveIn('quick'),
    [commands.saveAndPush]: saveIn('sync'),
    [commands.saveAndVerify]: saveIn('full'),
    [commands.undoSave]: async (row?: ProjectRow) => undo(await chooseProject(projects, row)),
    [commands.squashCheckpoints]: async (row?: ProjectRow) =>
      squash(await chooseProject(projects, row)),
  });
}

async function undo(project: Project): Promise<void> {
  const { subject: last } = await project.lastCheckpoint();
  const confirm = t('Undo Checkpoint');
  const choice = await showWarning(
    t('Undo "{0}"?', last),
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
    void showInformation(
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
    void showInformation(
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
