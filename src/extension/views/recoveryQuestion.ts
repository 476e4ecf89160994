// What is asked before a recovery or a re-run: exactly what will run. Pure.

import type { RecoveryPlan, RecoveryStep, Rerun } from '../../core/blockers/recoveryPlan';
import { render, type Translate } from '../../core/support/message';
import { plainText, shortLine } from '../../core/support/plainText';
import { blockerTitle } from './blockerWords';

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
  return {
    message: t('Recover from "{0}"?', blockerTitle(blocker, t)),
    detail: [
      isOne ? t('Runs in a terminal:') : t('Runs in a terminal, until one helps:'),
      ...lines,
      '',
      ...(rerun
        ? [isOne ? t('Then runs again:') : t('After each, runs again:'), plainText(rerun.command)]
        : [t('There is no command to run again afterwards.')]),
      '',
      t('In {0}', plan.cwd),
    ].join('\n'),
    isCut: steps.some((step) => stepLine(step, longestWord) !== stepLine(step)),
  };
}

/** Every word of it, for those who want to read before they run. */
export function recoveryDocument(plan: RecoveryPlan, t: Translate): string {
  const { steps, rerun } = plan;
  return [
    `# ${t('Recovery Plan')}`,
    '',
    ...steps.flatMap((step, index) => [
      `## ${index + 1}. ${step.kind === 'agent' ? step.agent : t('Command')}`,
      '',
      ...(step.kind === 'agent' ? step.argv : [step.command]).flatMap((word) => [block(word), '']),
    ]),
    ...(rerun ? [`## ${t('Then, again')}`, '', block(rerun.command), ''] : []),
    t('In {0}', plan.cwd),
    '',
  ].join('\n');
}

/** Only for a command that was not seen running on this machine. */
export function rerunQuestion({ command, cwd }: Rerun, t: Translate): Question {
  return {
    message: t('Run this command?'),
    detail: [
      plainText(command),
      '',
      t('In {0}', cwd),
      t('Baton has not seen it run on this machine: it comes from a file of the project.'),
    ].join('\n'),
    isCut: false,
  };
}

/** Why nothing runs, and what may help instead. */
export function refusalText({ refusal, suggestions }: RecoveryPlan, t: Translate): string {
  return [...(refusal ? [refusal] : []), ...suggestions].map((each) => render(each, t)).join(' ');
}

function stepLine(step: RecoveryStep, longest = Number.MAX_SAFE_INTEGER): string {
  if (step.kind === 'command') {
    return plainText(step.command);
  }
  return step.argv
    .map((word) => {
      const text = shortLine(word.replaceAll('\n', ' '), longest);
      return /^[\w./:=-]+$/.test(text) ? text : JSON.stringify(text);
    })
    .join(' ');
}

function block(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(3, ...runs.map((length) => length + 1)));
  return `${fence}text\n${plainText(text)}\n${fence}`;
}
