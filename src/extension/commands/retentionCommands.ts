// Transcripts that Claude Code will delete: shows which, keeps copies of them, gives them back or
// forgets them.

import * as vscode from 'vscode';
import type { KeptSession } from '../../core/retention/retention';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { relativeTime } from '../../core/support/relativeTime';
import { sizeText } from '../../core/support/sizeText';
import { commands, settings } from '../contributions';
import { showInformation, showWarning, withProgress } from '../messages';
import type { Projects } from '../projects';
import type { ReportDocuments } from '../reportDocuments';
import type { Retentions } from '../retention/retentions';
import { t } from '../translate';
import { noIcons } from '../views/noIcons';
import { keptText } from '../views/retentionNotice';
import { retentionReport } from '../views/retentionReport';
import { currentRendering } from '../views/treeView';
import { chooseProject } from './chooseProject';
import { registerCommands } from './commandSet';
import type { ProjectRow } from './projectOf';

interface RetentionParts {
  readonly retentions: Retentions;
  readonly reports: ReportDocuments;
  readonly log: vscode.LogOutputChannel;
}

export function registerRetentionCommands(
  projects: Projects,
  { retentions, reports, log }: RetentionParts,
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
        const message =
          retention.kept.length === 0
            ? t('There are no transcripts of Claude Code here to keep.')
            : keptText(retention, currentRendering());
        void offerMore(message, retention.isKeeping);
      }
    },
    [commands.showTranscripts]: async (row?: ProjectRow) => {
      const project = await chooseProject(projects, row);
      const markdown = retentionReport(await retentions.look(project), currentRendering());
      await reports.show(reports.keep({ root: project.root, title: t('Transcripts'), markdown }));
    },
    [commands.restoreTranscript]: async (row?: ProjectRow) => {
      const project = await chooseProject(projects, row);
      const { id } = await chooseKept((await retentions.look(project)).kept, {
        title: t('Restore Transcript'),
        placeHolder: t('It is put back where Claude Code had it, if nothing is there'),
      });
      const { resume } = await project.restoreTranscript(id);
      void offerCommand(resume.join(' '));
    },
    [commands.forgetTranscript]: async (row?: ProjectRow) => {
      const project = await chooseProject(projects, row);
      const session = await chooseKept((await retentions.look(project)).kept, {
        title: t('Forget Kept Transcript'),
        placeHolder: t('Its copies are removed; what Claude Code has stays'),
      });
      await confirmForgetting(session);
      await project.forgetTranscript(session.id);
      await retentions.look(project);
      void showInformation(t('The copies of {0} are removed.', session.id));
    },
  });
}

async function chooseKept(
  kept: readonly KeptSession[],
  how: vscode.QuickPickOptions,
): Promise<KeptSession> {
  const { now, language } = currentRendering();
  if (kept.length === 0) {
    throw new UserError('not-kept', msg('No transcripts are kept.'));
  }
  const choice = await vscode.window.showQuickPick(
    kept.map((session) => ({
      label: noIcons(session.id),
      description: `${relativeTime(session.keptAt.toISOString(), now, language)} · ${sizeText(session.size, language)}`,
      session,
    })),
    how,
  );
  if (!choice) {
    throw new UserError('cancelled', msg('Cancelled.'));
  }
  return choice.session;
}

async function confirmForgetting({ id, stored }: KeptSession): Promise<void> {
  const forget = t('Forget');
  const choice = await showWarning(
    t('Forget what is kept of {0}, {1}?', id, sizeText(stored, currentRendering().language)),
    {
      modal: true,
      detail: t(
        'What Claude Code still has of it is not touched. What it has deleted since is gone for good.',
      ),
    },
    forget,
  );
  if (choice !== forget) {
    throw new UserError('cancelled', msg('Cancelled.'));
  }
}

async function offerCommand(command: string): Promise<void> {
  const copy = t('Copy Command');
  const choice = await showInformation(
    t('The transcript is back. To go on with it, run: {0}', command),
    copy,
  );
  if (choice === copy) {
    await vscode.env.clipboard.writeText(command);
  }
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
