// Every few minutes: is the last save over an hour old? Then it reminds, or saves by itself.

import * as vscode from 'vscode';
import type { Project } from '../core/project';
import {
  type CheckpointSetting,
  type CheckpointTimes,
  checkpointDue,
  isCheckpointOverdue,
  toCheckpointSetting,
} from '../core/protocol/checkpointDue';
import type { UnsavedWork } from '../core/save/unsavedWork';
import { describeError, UserError } from '../core/support/errors';
import { settings } from './contributions';
import type { Notices } from './notices';
import type { Projects } from './projects';
import { saveCommandIds } from './saveCommandIds';
import { t } from './translate';
import { checkpointReminder, saveTitle } from './views/saveNotices';
import { currentRendering } from './views/treeView';

const lookEveryMilliseconds = 5 * 60_000;

export function registerCheckpoints(
  projects: Projects,
  notices: Notices,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const remindedAt = new Map<string, Date>();
  let looking = false;

  const look = async (): Promise<void> => {
    if (looking || !vscode.workspace.isTrusted) {
      return;
    }
    looking = true;
    for (const project of projects.all) {
      // One that cannot be looked at must not keep the others from it.
      try {
        await lookAt(project);
      } catch (error) {
        log.warn(`No checkpoint of ${project.root}: ${describeError(error)}`);
      }
    }
    looking = false;
  };

  const lookAt = async (project: Project): Promise<void> => {
    const times: CheckpointTimes = {
      setting: settingOf(project.root),
      now: new Date(),
      lastSavedAt: project.snapshot?.state?.saved_at,
      remindedAt: remindedAt.get(project.root),
    };
    if (!isCheckpointOverdue(times)) {
      return;
    }
    const work = await project.unsavedWork();
    const due = checkpointDue({
      ...times,
      hasChanges: work.changed > 0,
      hasNewFiles: work.newFiles > 0,
      operationInProgress: work.operation !== undefined,
      detached: work.detached,
      debugging: vscode.debug.activeDebugSession !== undefined,
    });
    if (due === 'remind' || (due === 'save' && !(await saveQuietly(project, log)))) {
      remindedAt.set(project.root, times.now);
      void remind(project, times.lastSavedAt ?? '', work, notices);
    }
  };

  const timer = setInterval(() => void look(), lookEveryMilliseconds);
  const listener = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(`${settings.section}.${settings.checkpoint}`)) {
      void look();
    }
  });
  return vscode.Disposable.from(listener, {
    dispose: () => {
      clearInterval(timer);
    },
  });
}

function settingOf(root: string): CheckpointSetting {
  return toCheckpointSetting(
    vscode.workspace
      .getConfiguration(settings.section, vscode.Uri.file(root))
      .get(settings.checkpoint),
  );
}

/** False when a person has to look: a secret, a hook that refuses. */
async function saveQuietly(project: Project, log: vscode.LogOutputChannel): Promise<boolean> {
  try {
    const { commit, done, fileCount } = await project.save({ mode: 'quick' });
    if (commit !== null) {
      vscode.window.setStatusBarMessage(
        fileCount === 1
          ? t('$(save) Baton saved 1 file by itself')
          : t('$(save) Baton saved {0} files by itself', fileCount),
        10_000,
      );
    }
    return done;
  } catch (error) {
    if (!UserError.is(error)) {
      throw error;
    }
    log.warn(error.message);
    return false;
  }
}

async function remind(
  project: Project,
  savedAt: string,
  work: UnsavedWork,
  notices: Notices,
): Promise<void> {
  const message = checkpointReminder(savedAt, work, currentRendering());
  const save = { title: saveTitle('quick', t) };
  const choice = await notices.show({ severity: 'information', message }, [
    save,
    { title: t('Not Now') },
  ]);
  if (choice === save) {
    await vscode.commands.executeCommand(saveCommandIds.quick, { root: project.root });
  }
}
