// What is asked before a recovery or a re-run: exactly what will run. Pure.

import type { RecoveryPlan, Rerun } from '../../core/blockers/recoveryPlan';
import type { RecoveryStep } from '../../core/blockers/recoveryStep';
import { render, type Translate } from '../../core/support/message';
import { plainText } from '../../core/support/plainText';
import { blockerTitle } from './blockerWords';
import { longestShown, shownCommand } from './shownCommand';

export interface Question {
  readonly message: string;
  readonly detail: string;
  /** Something is too long for the question; the document has it whole. */
  readonly isCut: boolean;
}

const longestWord = 160;

export function recoveryQuestion(plan: RecoveryPlan, t: Translate): Question {
  const { steps, rerun, blocker } = plan;
  const isOne = steps.length === 1;
  const lines = steps.map((step, index) =>
    isOne ? stepLine(step, longestWord) : `${index + 1}. ${stepLine(step, longestWord)}`,
  );
  const again = rerun && shownCommand(rerun.command);
  return {
    message: t('Recover from "{0}"?', blockerTitle(blocker, t)),
    detail: [
      ...(rerun && !rerun.isKnown ? [unseen(rerun, t), ''] : []),
      ...(steps.length === 0
        ? [t('Nothing is configured for such blockers, so only the command runs again:')]
        : [isOne ? t('Runs in a terminal:') : t('Runs in a terminal, until one helps:'), ...lines]),
      ...(again && steps.length > 0
        ? ['', isOne ? t('Then runs again:') : t('After each, runs again:')]
        : []),
      again?.text ?? `\n${t('There is no command to run again afterwards.')}`,
      '',
      t('In {0}', shownCommand(plan.cwd).text),
      ...(plan.notes ?? []).map((note) => render(note, t)),
    ].join('\n'),
    isCut:
      again?.isChanged === true ||
      steps.some((step) => stepLine(step, longestWord) !== stepLine(step) || hasLines(step)),
  };
}

/** Every word of it, for those who want to read before they run. */
export function recoveryDocument(
  plan: Pick<RecoveryPlan, 'steps' | 'rerun' | 'cwd'>,
  t: Translate,
): string {
  const { steps, rerun } = plan;
  return [
    `# ${t('Recovery Plan')}`,
    '',
    ...(rerun && !rerun.isKnown
      ? [
          t(
            'Baton has not seen the last command run on this machine: it comes from a file of the project.',
          ),
          '',
        ]
      : []),
    ...steps.flatMap((step, index) => [
      `## ${index + 1}. ${step.kind === 'agent' ? step.agent : t('Command')}`,
      '',
      ...(step.kind === 'agent' ? step.argv : [step.command]).flatMap((word) => [block(word), '']),
    ]),
    ...(rerun
      ? [`## ${steps.length > 0 ? t('Then, again') : t('Command')}`, '', block(rerun.command), '']
      : []),
    t('In {0}', plan.cwd),
    '',
  ].join('\n');
}

/** Only for a command that was not seen running on this machine. */
export function rerunQuestion(rerun: Rerun, t: Translate): Question {
  const { text, isChanged } = shownCommand(rerun.command);
  return {
    message: t('Re-run this command?'),
    // First: what is long must not push it out of sight.
    detail: [
      t('Baton has not seen it run on this machine: it comes from a file of the project.'),
      '',
      text,
      '',
      t('In {0}', shownCommand(rerun.cwd).text),
    ].join('\n'),
    isCut: isChanged,
  };
}

function unseen({ command }: Rerun, t: Translate): string {
  return t(
    'Baton has not seen "{0}" run on this machine: it comes from a file of the project.',
    shownCommand(command, longestWord).text,
  );
}

/** Why nothing runs, and what may help instead. */
export function refusalText({ refusal, suggestions }: RecoveryPlan, t: Translate): string {
  return [...(refusal ? [refusal] : []), ...suggestions].map((each) => render(each, t)).join(' ');
}

function stepLine(step: RecoveryStep, longest = Number.MAX_SAFE_INTEGER): string {
  if (step.kind === 'command') {
    return shownCommand(step.command, Math.max(longest, longestShown)).text;
  }
  return step.argv
    .map((word) => {
      const { text } = shownCommand(word.replaceAll('\n', ' '), longest);
      return /^[\w./:=-]+$/.test(text) ? text : JSON.stringify(text);
    })
    .join(' ');
}

function hasLines(step: RecoveryStep): boolean {
  return step.kind === 'command' && shownCommand(step.command).isChanged;
}

function block(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(3, ...runs.map((length) => length + 1)));
  return `${fence}text\n${plainText(text)}\n${fence}`;
}
