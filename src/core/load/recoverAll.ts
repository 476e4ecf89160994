// At a resume: tries to recover from every blocker whose command was seen to fail on this machine.

import { currentBlockers } from '../blockers/blockersFile';
import { type RecoveryOptions, type RecoveryReport, runRecovery } from '../blockers/runRecovery';
import { UserError } from '../support/errors';
import { type Message, msg } from '../support/message';
import { shortLine } from '../support/plainText';
import type { Workplace } from '../workplace';
import { describeBlocker } from './findings';

/** What was tried, and what came of it; nothing is said about what a load says anyway. */
export async function recoverAll(place: Workplace, options: RecoveryOptions): Promise<Message[]> {
  const found = (await currentBlockers(place)).filter(({ auto_detected: isOurs }) => isOurs);
  const said: Message[] = [];
  for (const { id } of found) {
    if (id === undefined) {
      continue;
    }
    try {
      said.push(...toMessages(await runRecovery(place, id, { ...options, isUnasked: true })));
    } catch (error) {
      if (!UserError.is(error) || error.reason === 'stopped') {
        throw error;
      }
      // One pass may have closed several; else it is told, and the load goes on.
      said.push(...(error.reason === 'no-such-blocker' ? [] : [error.text]));
    }
  }
  return said;
}

function toMessages({ plan, outcome, ran, refusal }: RecoveryReport): Message[] {
  const what = describeBlocker(plan.blocker);
  if (refusal) {
    return [msg('Not recovered from "{0}": {1}', what, refusal)];
  }
  const command = shortLine(plan.rerun?.command ?? '', 100);
  const missing = ran.find(({ isMissing }) => isMissing);
  return [
    ...(missing ? [msg('{0} is not installed, so it did not help.', 'claude')] : []),
    outcome === 'passed'
      ? msg('Recovered from "{0}": {1} passes again.', what, command)
      : outcome === 'unclear'
        ? msg(
            'Tried to recover from "{0}", but it cannot be told whether {1} passes.',
            what,
            command,
          )
        : msg('Tried to recover from "{0}", but {1} still fails.', what, command),
  ];
}
