// `baton blocker recover`: shows what would be run, and with --yes runs it here.

import { nameOf } from '../../core/blockers/recoveryStep';
import type { RecoveryReport } from '../../core/blockers/runRecovery';
import type { RecoveryPlan } from '../../core/blockers/recoveryPlan';
import { msg, type Message, render, type Translate } from '../../core/support/message';
import { stoppable } from '../stoppable';
import type { Verb, VerbInput, VerbResult } from '../verb';
import { chosenId, lineOf, textOf, withProject } from './options';

export const recover: Verb = {
  summary: msg('Run what is configured for a blocker, then the command that failed'),
  words: ['[ID]'],
  options: {
    yes: { type: 'boolean', summary: msg('Run it; else it is only shown') },
    'dry-run': { type: 'boolean', summary: msg('Show what would be run, and run nothing') },
    rerun: {
      type: 'string',
      value: 'C',
      summary: msg('The command that proves it, where Baton has not seen it run here'),
    },
  },
  run: (input) =>
    withProject(input, async (project) => {
      const id = await chosenId(project, input.words[0]);
      if (input.values.yes !== true || input.values['dry-run'] === true) {
        const plan = await project.recoveryPlan(id);
        return planned(plan, input, input.values['dry-run'] !== true);
      }
      const isInteractive =
        input.values.json !== true && process.stdin.isTTY && process.stdout.isTTY;
      return stoppable(async (stopping) => {
        const typed = textOf(input, 'rerun');
        const report = await project.recover(id, { isInteractive, typed, ...stopping });
        return recovered(report, input);
      });
    }),
};

function planned(plan: RecoveryPlan, { t }: VerbInput, asks: boolean): VerbResult {
  const { refusal } = plan;
  return {
    json: { plan: planJson(plan) },
    text: () => `${planLines(plan, t).join('\n')}\n`,
    notDone: refusal ?? (asks ? msg('Nothing was run. Add --yes to run it.') : undefined),
  };
}

function recovered(report: RecoveryReport, { t }: VerbInput): VerbResult {
  const { plan, ran, outcome, blocker, refusal } = report;
  return {
    json: { plan: planJson(plan), ran, outcome: outcome ?? null, blocker },
    text: () => {
      const lines = [
        ...ran.map(({ what, exitCode, isMissing }) =>
          isMissing ? t('{0}: not installed', what) : `${what}: ${exitCode ?? '-'}`,
        ),
        lineOf(blocker, t),
      ];
      return `${lines.join('\n')}\n`;
    },
    notDone: refusal ?? unsolved(report),
  };
}

function unsolved({ outcome, plan }: RecoveryReport): Message | undefined {
  const command = plan.rerun?.command ?? '';
  switch (outcome) {
    case 'failed':
      return msg('The blocker is still there: the command still fails.');
    case 'unclear':
      return msg('It cannot be told whether the command passes now, so the blocker stays open.');
    case 'not-rerun':
      return command === ''
        ? msg(
            'The blocker is still open: no command proves it solved. Close it with "baton blocker solve".',
          )
        : msg(
            'Baton has not seen "{0}" run on this machine, so it was not run again. Say it yourself: --rerun "{0}".',
            command,
          );
    default:
      return undefined;
  }
}

function planJson({ blocker, cwd, steps, rerun, suggestions, notes, refusal }: RecoveryPlan) {
  return {
    blocker,
    cwd,
    steps,
    rerun: rerun ?? null,
    suggestions: suggestions.map((each) => render(each)),
    notes: (notes ?? []).map((each) => render(each)),
    refusal: refusal ? render(refusal) : null,
  };
}

function planLines(
  { blocker, steps, rerun, suggestions, notes }: RecoveryPlan,
  t: Translate,
): string[] {
  return [
    lineOf(blocker, t),
    ...steps.map((step) =>
      step.kind === 'agent' ? `  ${t('agent {0}', nameOf(step))}` : `  $ ${step.command}`,
    ),
    ...(rerun
      ? [`  $ ${rerun.command}${rerun.isKnown ? '' : ` (${t('not seen run here')})`}`]
      : []),
    ...[...(notes ?? []), ...suggestions].map((each) => `  ${render(each, t)}`),
  ];
}
