// A recovery from the question to its outcome: each step runs where it is seen, then the failed
// command runs again.

import * as vscode from 'vscode';
import type { RecoveryPlan, RecoveryStep } from '../../core/blockers/recoveryPlan';
import type { Project } from '../../core/project';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { shortLine } from '../../core/support/plainText';
import { reportFailure } from '../log';
import { showInformation, showWarning, type Tell, withProgress } from '../messages';
import type { ReportDocuments } from '../reportDocuments';
import { t } from '../translate';
import { blockerTitle } from '../views/blockerWords';
import {
  type Question,
  recoveryDocument,
  recoveryQuestion,
  refusalText,
  rerunQuestion,
} from '../views/recoveryQuestion';
import { isOnPath } from './isOnPath';
import type { RecoverySetting } from './recoverySetting';
import type { VisibleRuns } from './visibleRuns';

export interface RecoveryParts {
  readonly reports: ReportDocuments;
  readonly setting: Pick<RecoverySetting, 'mirror'>;
  readonly runs: VisibleRuns;
  readonly log: vscode.LogOutputChannel;
}

export async function recover(project: Project, id: string, parts: RecoveryParts): Promise<void> {
  const { setting, runs, log } = parts;
  await setting.mirror(project);
  const plan = await project.recoveryPlan(id);
  if (plan.refusal) {
    void showWarning(refusalText(plan, t));
    return;
  }
  const { reports } = parts;
  const question = recoveryQuestion(plan, t);
  if (await isAllowed(project, plan, question, { reports, run: t('Recover') })) {
    plan.steps.forEach(assertPossible);
    const recovered = await withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: t('Recovering from "{0}"', blockerTitle(plan.blocker, t)),
        cancellable: true,
      },
      (tell, cancelled) => recoverBySteps(project, id, plan, { runs, tell, cancelled }),
    );
    // Not awaited: a message may stay for long, and the recovery is over.
    void tellOutcome(project, plan, recovered).catch((error: unknown) =>
      reportFailure(log, t('Add to decisions.md'), error),
    );
  }
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
  if (again.isKnown || (await isAllowed(project, only, question, { reports, run: t('Run') }))) {
    await withProgress(
      {
        location: vscode.ProgressLocation.Window,
        title: t('Running {0}', shortLine(again.command, 60)),
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

interface Running {
  readonly runs: VisibleRuns;
  readonly tell: Tell;
  readonly cancelled: vscode.CancellationToken;
}

interface Recovered {
  readonly id: string;
  /** undefined: nobody knows, because nothing was run again. */
  readonly isSolved: boolean | undefined;
}

/** One attempt: step by step, until the command passes. */
async function recoverBySteps(
  project: Project,
  ref: string,
  { steps, rerun: again, cwd }: RecoveryPlan,
  running: Running,
): Promise<Recovered> {
  const { runs, tell, cancelled } = running;
  const by = steps.map(nameOf).join(', ') || 'running it again';
  // One that an agent wrote is given its id by this.
  const { id = ref } = await project.recordRecovery(ref, { kind: 'started', by });
  let isSolved: boolean | undefined;
  for (const step of steps.length > 0 ? steps : [undefined]) {
    if (step) {
      tell(nameOf(step));
      await runStep(step, cwd, running);
    }
    if (again && !cancelled.isCancellationRequested) {
      tell(shortLine(again.command, 60));
      const exitCode = await runs.runCommand(again, cancelled);
      isSolved = exitCode === undefined ? undefined : exitCode === 0;
    }
    if (isSolved || cancelled.isCancellationRequested) {
      break;
    }
  }
  const kind = isSolved === undefined ? 'not-rerun' : isSolved ? 'passed' : 'failed';
  await project.recordRecovery(id, { kind, by });
  return { id, isSolved };
}

function nameOf(step: RecoveryStep): string {
  return step.kind === 'agent' ? step.agent : shortLine(step.command, 60);
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

async function runStep(
  step: RecoveryStep,
  cwd: string,
  { runs, cancelled }: Running,
): Promise<void> {
  if (step.kind === 'agent') {
    await runs.runAgent({ argv: step.argv, cwd }, cancelled);
  } else {
    await runs.runCommand({ command: step.command, cwd }, cancelled);
  }
}

async function tellOutcome(
  project: Project,
  { blocker, rerun: again }: RecoveryPlan,
  { id, isSolved }: Recovered,
): Promise<void> {
  const title = blockerTitle(blocker, t);
  const command = shortLine(again?.command ?? '', 80);
  if (isSolved) {
    const write = t('Add to decisions.md');
    const solved = t('Solved: "{0}". {1} passes.', title, command);
    if ((await showInformation(solved, write)) === write) {
      await project.recordSolution(id);
    }
  } else if (isSolved === false) {
    await showWarning(
      t('Not solved: "{0}". {1} still fails; its terminal shows why.', title, command),
    );
  } else {
    await showWarning(
      t(
        'It is not known whether "{0}" is solved: nothing was run again. Mark it solved when it is.',
        title,
      ),
    );
  }
}
