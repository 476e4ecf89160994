// What a window says when it opens on saved work, and when it has said so already. Pure.

import type { ActionId, LoadReport } from '../../core/load/loadReport';
import { nextStepOf } from '../../core/protocol/nextStep';
import { render, type Translate } from '../../core/support/message';
import { oneLine } from '../../core/support/plainText';
import { openFindings } from './findingNodes';
import type { Rendering } from './treeNode';
import { workOf } from './verdictPick';

export interface OpeningNotice {
  /** The same for the same verdict, which need not be told twice. */
  readonly key: string;
  readonly severity: 'information' | 'warning';
  readonly message: string;
  readonly choices: readonly OpeningChoice[];
}

export interface OpeningChoice {
  readonly title: string;
  readonly choice: ActionId | 'next-step' | 'details';
}

/** More would not fit under a sentence. */
const mostActions = 2;

/** undefined: there is no session to speak of. */
export function openingNotice(
  report: LoadReport,
  { t }: Pick<Rendering, 't'>,
): OpeningNotice | undefined {
  if (report.status === 'new') {
    return undefined;
  }
  const findings = openFindings(report);
  const [first] = findings;
  const details = { title: t('Details'), choice: 'details' } as const;
  const key = verdictKey(report);
  if (!first) {
    const nextStep = { title: t('Next Step'), choice: 'next-step' } as const;
    return {
      key,
      severity: 'information',
      message: t('Session restored: {0}', workOf(report) || t('No task described')),
      choices: [...(nextStepOf(report.state) ? [nextStep] : []), details],
    };
  }
  const more = findings.length - 1;
  return {
    key,
    severity: first.severity === 'error' ? 'warning' : 'information',
    message: [oneLine(render(first.detail, t)), more > 0 && t('And {0} more.', more)]
      .filter(Boolean)
      .join(' '),
    choices: [
      ...first.actions
        .slice(0, mostActions)
        .map(({ id }) => ({ title: shortTitle(id, t), choice: id })),
      details,
    ],
  };
}

/** The sentence has the names already, and a button is short. */
function shortTitle(id: ActionId, t: Translate): string {
  switch (id) {
    case 'switch-branch':
      return t('Switch Branch');
    case 'continue-here':
      return t('Continue Here');
    case 'start-new':
      return t('Start New');
    case 'commit':
      return t('Commit');
    case 'stash':
      return t('Stash');
    case 'solve-blocker':
      return t('Mark as Solved');
    case 'restore-backup':
      return t('Restore Backup');
  }
}

function verdictKey(report: LoadReport): string {
  const codes = openFindings(report).map(({ code }) => code);
  return [report.state?.saved_at ?? '', ...codes].join(' ');
}
