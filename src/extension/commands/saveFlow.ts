// A save from the first question to the report, for every button that ends in one.

import path from 'node:path';
import * as vscode from 'vscode';
import type { Project } from '../../core/project';
import type { SaveReport, SaveRequest } from '../../core/save/save';
import type { SavePlan } from '../../core/save/savePlan';
import type { SecretsFound } from '../../core/save/secretsInFiles';
import { UserError } from '../../core/support/errors';
import { render } from '../../core/support/message';
import { commands } from '../contributions';
import { showInformation, showWarning, withProgress } from '../messages';
import type { ReportDocuments } from '../reportDocuments';
import { t } from '../translate';
import { shownReport } from '../views/saveReport';
import {
  askAboutDefaultBranch,
  askAboutNewFiles,
  askAboutSecrets,
  askAboutUnsaved,
  askForWords,
} from './saveQuestions';

/** What was done, in one sentence that is shown already; undefined when it was called off. */
export async function saveAndTell(
  project: Project,
  mode: SaveRequest['mode'],
  reports: ReportDocuments,
): Promise<string | undefined> {
  const request = await askBefore(project, mode);
  const report = request && (await saveAllowingSecrets(project, request));
  return report && announce(project, report, reports);
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
  const commit = plan.mayCommit ? await askAboutCommit(titles[mode](), plan) : {};
  const push = commit && (await askAboutDefaultBranch(plan));
  return push && { mode, ...commit, pushDefaultBranch: push === 'push' };
}

async function askAboutCommit(
  title: string,
  plan: SavePlan,
): Promise<Pick<SaveRequest, 'context' | 'untracked'> | undefined> {
  const words = await askForWords(title, plan.words);
  const untracked = words === undefined ? undefined : await askAboutNewFiles(title, plan);
  return words === undefined || untracked === undefined
    ? undefined
    : { context: words.trim(), untracked };
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
  return withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: titles[request.mode](),
      cancellable: true,
    },
    (tell, cancelled) => {
      const abort = new AbortController();
      cancelled.onCancellationRequested(() => {
        abort.abort();
      });
      return project.save({
        ...request,
        signal: abort.signal,
        tell: (step) => {
          tell(render(step, t));
        },
      });
    },
  );
}

function announce(project: Project, report: SaveReport, reports: ReportDocuments): string {
  const { summary, warns, markdown } = shownReport(report, { t });
  const uri = reports.keep({ root: project.root, title: t('Save Report'), markdown });
  // Not awaited: a message may stay for long, and the save is over.
  void offerMore(project, report, { summary, warns, show: () => reports.show(uri) });
  return summary;
}

interface Told {
  readonly summary: string;
  readonly warns: boolean;
  readonly show: () => Thenable<unknown>;
}

async function offerMore(
  project: Project,
  report: SaveReport,
  { summary, warns, show: showReport }: Told,
): Promise<void> {
  const show = t('Show Report');
  const undoIt = t('Undo');
  const buttons = [show, ...(report.commit && !report.pushed ? [undoIt] : [])];
  const choice = await (warns
    ? showWarning(summary, ...buttons)
    : showInformation(summary, ...buttons));
  if (choice === show) {
    await showReport();
  } else if (choice === undoIt) {
    await vscode.commands.executeCommand(commands.undoSave, { root: project.root });
  }
}
