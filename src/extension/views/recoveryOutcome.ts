// What is said after a recovery, by what came of it. Pure.

import type { RecoveryReport } from '../../core/blockers/runRecovery';
import { render, type Translate } from '../../core/support/message';
import { shortLine } from '../../core/support/plainText';
import { blockerTitle } from './blockerWords';

export interface OutcomeNotice {
  readonly severity: 'information' | 'warning';
  readonly message: string;
  /** It is over, which may be worth keeping. */
  readonly isSolved: boolean;
}

export function outcomeNotice(
  { plan, outcome, refusal }: Pick<RecoveryReport, 'plan' | 'outcome' | 'refusal'>,
  t: Translate,
): OutcomeNotice {
  const title = blockerTitle(plan.blocker, t);
  const command = shortLine(plan.rerun?.command ?? '', 80);
  const warning = (message: string) => ({ severity: 'warning', message, isSolved: false }) as const;
  switch (outcome) {
    case 'passed':
      return {
        severity: 'information',
        message: t('Solved: "{0}". {1} passes.', title, command),
        isSolved: true,
      };
    case 'failed':
      return warning(
        t('Not solved: "{0}". {1} still fails; its terminal shows why.', title, command),
      );
    case 'unclear':
      return warning(
        t(
          'Whether "{0}" is solved cannot be told from what {1} said. Mark it solved when it is.',
          title,
          command,
        ),
      );
    default:
      return warning(
        refusal
          ? render(refusal, t)
          : t(
              'It is not known whether "{0}" is solved: nothing was run again. Mark it solved when it is.',
              title,
            ),
      );
  }
}
