// Keeps copies of transcripts that Claude Code will delete, now and, if wanted, from now on.

import * as vscode from 'vscode';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { commands, settings } from '../contributions';
import { showInformation, withProgress } from '../messages';
import type { Projects } from '../projects';
import type { Retentions } from '../retention/retentions';
import { t } from '../translate';
import { keptText } from '../views/retentionNotice';
import { currentRendering } from '../views/treeView';
import { chooseProject } from './chooseProject';
import { registerCommands } from './commandSet';
import type { ProjectRow } from './projectOf';

export function registerRetentionCommands(
  projects: Projects,
  retentions: Retentions,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  return registerCommands(log, {
    [commands.keepTranscripts]: async (row?: ProjectRow) => {
      const project = await chooseProject(projects, row);
      const { failed, isCancelled } = await withProgress(
        {
          location: vscode.ProgressLocation.Notification,
          title: t('Keeping transcripts'),
          cancellable: true,
        },
        async (tell, cancelled) => {
          const controller = new AbortController();
          cancelled.onCancellationRequested(() => {
            controller.abort();
          });
          return project.keepTranscripts({
            signal: controller.signal,
            onProgress: ({ done, of }) => {
              tell(t('{0} of {1}', done, of));
            },
          });
        },
      );
      const retention = await retentions.look(project);
      const [first] = failed;
      if (first) {
        throw new UserError(
          'not-kept',
          msg('{0} could not be kept: {1}. Run it again.', first.session, first.reason),
        );
      }
      if (!isCancelled) {
        void offerMore(keptText(retention, currentRendering()), retention.isKeeping);
      }
    },
  });
}

async function offerMore(message: string, isKeeping: boolean): Promise<void> {
  const always = t('Keep From Now On');
  const choice = await showInformation(message, ...(isKeeping ? [] : [always]));
  if (choice === always) {
    await vscode.workspace
      .getConfiguration(settings.section)
      .update(settings.keepTranscripts, true, vscode.ConfigurationTarget.Global);
  }
}
