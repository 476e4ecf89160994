// A recovery from the question to its outcome: each step runs where it is seen, then the failed
// command runs again.

import * as vscode from 'vscode';
import type { RecoveryPlan } from '../../core/blockers/recoveryPlan';
import { nameOf, type RecoveryStep } from '../../core/blockers/recoveryStep';
import type { RecoveryReport, RecoveryRunner } from '../../core/blockers/runRecovery';
import type { Project } from '../../core/project';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { shortLine } from '../../core/support/plainText';
import { reportFailure } from '../log';
import { showWarning, type Tell, withProgress } from '../messages';
import type { Notices } from '../notices';
import type { ReportDocuments } from '../reportDocuments';
import { t } from '../translate';
import { blockerTitle } from '../views/blockerWords';
import { outcomeNotice } from '../views/recoveryOutcome';
import {
  type Question,
  recoveryDocument,
  recoveryQuestion,
  refusalText,
  rerunQuestion,
} from '../views/recoveryQuestion';
import { isOnPath } from '../../core/support/programOnPath';
import type { RecoverySetting } from './recoverySetting';
import type { VisibleRuns } from './visibleRuns';

export interface RecoveryParts {
  readonly reports: ReportDocuments;
  readonly setting: Pick<RecoverySetting, 'mirror'>;
  readonly runs: VisibleRuns;
  readonly notices: Pick<Notices, 'show'>;
  readonly log: vscode.LogOutputChannel;
}

export async function recover(project: Project, id: string, parts: RecoveryParts): Promise<void> {
  const { setting, reports, runs, notices, log } = parts;
  await setting.mirror(project);
  const plan = await project.recoveryPlan(id);
  if (plan.refusal) {
    void showWarning(refusalText(plan, t));
    return;
  }
  plan.steps.forEach(assertPossible);
  const question = recoveryQuestion(plan, t);
  if (!(await isAllowed(project, plan, question, { reports, run: t('Recover') }))) {
    return;
  }
  const report = await withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: t('Recovering from "{0}"', blockerTitle(plan.blocker, t)),
      cancellable: true,
    },
    (tell, cancelled) => {
      const abort = new AbortController();
      cancelled.onCancellationRequested(() => {
        abort.abort();
      });
      const runner = terminalRunner(runs, tell, cancelled);
      return project.recover(id, { runner, allowed: plan, signal: abort.signal });
    },
  );
  // Not awaited: a message may stay for long, and the recovery is over.
  void tellOutcome(project, notices, report).catch((error: unknown) =>
    reportFailure(log, t('Add to decisions.md'), error),
  );
}

/** Only what was seen running on this machine, or what a person has just read and allowed. */
export async function rerun(
  project: Project,
  id: string,
  { runs, reports }: RecoveryParts,
): Promise<void> {
  const plan = await project.recoveryPlan(id);
  const { rerun: again } = plan;
  if (!again) {
    throw new UserError(
      'nothing-to-rerun',
      msg('There is no command that could be run again. {0}', refusalText(plan, t)),
    );
  }
  const only = { steps: [], rerun: again, cwd: again.cwd };
  const question = rerunQuestion(again, t);
  if (again.isKnown || (await isAllowed(project, only, question, { reports, run: t('Re-run') }))) {
    await withProgress(
      {
        location: vscode.ProgressLocation.Window,
        title: t('Re-running {0}', shortLine(again.command, 60)),
      },
      (_, cancelled) => runs.runCommand(again, cancelled),
    );
  }
}

/** Asked once more after everything was shown, so that nothing runs by a glance at a message. */
async function isAllowed(
  project: Project,
  plan: Pick<RecoveryPlan, 'steps' | 'rerun' | 'cwd'>,
  { message, detail, isCut }: Question,
  { reports, run }: { readonly reports: ReportDocuments; readonly run: string },
): Promise<boolean> {
  const show = t('Show Everything');
  const ask = (...choices: string[]) => showWarning(message, { modal: true, detail }, ...choices);
  const choice = await ask(run, ...(isCut ? [show] : []));
  if (choice !== show) {
    return choice === run;
  }
  const markdown = recoveryDocument(plan, t);
  await reports.show(reports.keep({ root: project.root, title: t('Recovery Plan'), markdown }));
  // No dialog over what is to be read.
  const goOn = t('Continue…');
  return (await showWarning(message, goOn)) === goOn && (await ask(run)) === run;
}

/** Before anything is counted as an attempt. */
function assertPossible(step: RecoveryStep): void {
  const [program = ''] = step.kind === 'agent' ? step.argv : [];
  if (step.kind === 'agent' && !isOnPath(program, process.env)) {
    throw new UserError(
      'agent-missing',
      msg('{0} was not found. Install it, or set what recovers in baton.recovery.', program),
    );
  }
}

/** Core decides what runs when; this is where. */
function terminalRunner(
  runs: VisibleRuns,
  tell: Tell,
  cancelled: vscode.CancellationToken,
): RecoveryRunner {
  return {
    runStep: async (step, cwd) => {
      tell(shortLine(nameOf(step), 60));
      const { exitCode } =
        step.kind === 'agent'
          ? await runs.runAgent({ argv: step.argv, cwd }, cancelled)
          : await runs.runCommand({ command: step.command, cwd }, cancelled);
      return { kind: 'ended', code: exitCode ?? null };
    },
    runAgain: async (again) => {
      tell(shortLine(again.command, 60));
      const { exitCode, verdict } = await runs.runCommand(again, cancelled);
      const ended =
        exitCode === undefined
          ? ({ kind: 'stopped' } as const)
          : ({ kind: 'ended', code: exitCode } as const);
      return { ended, verdict };
    },
  };
}

async function tellOutcome(
  project: Project,
  notices: Pick<Notices, 'show'>,
  report: RecoveryReport,
): Promise<void> {
  const notice = outcomeNotice(report, t);
  const write = { title: t('Add to decisions.md') };
  const chosen = await notices.show(notice, notice.isSolved ? [write] : []);
  if (chosen && report.blocker.id !== undefined) {
    await project.recordSolution(report.blocker.id);
  }
}
