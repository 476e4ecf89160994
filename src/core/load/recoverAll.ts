// At a resume: tries to recover from the blockers whose command was seen to fail on this machine.
// Bounded, because nobody looks: what is left is said.

import { currentBlockers } from '../blockers/blockersFile';
import { type RecoveryOptions, type RecoveryReport, runRecovery } from '../blockers/runRecovery';
import { describeBlocker, isReported } from '../protocol/blockerMessages';
import { UserError } from '../support/errors';
import { type Message, msg } from '../support/message';
import { shortLine } from '../support/plainText';
import type { Workplace } from '../workplace';

const mostTried = 3;
const longest = 30 * 60_000;

/** What was tried, and what came of it; nothing is said about what a load says anyway. */
export async function recoverAll(place: Workplace, options: RecoveryOptions): Promise<Message[]> {
  const found = (await currentBlockers(place)).filter(
    (each) => each.auto_detected && each.id !== undefined && !isReported(each),
  );
  const said: Message[] = [];
  const until = place.now().getTime() + longest;
  let tried = 0;
  for (const [index, { id = '' }] of found.entries()) {
    if (tried >= mostTried || place.now().getTime() >= until) {
      const left = found.length - index;
      return [...said, msg('Recovery was not tried for {0} more: resume again for them.', left)];
    }
    try {
      const report = await runRecovery(place, id, { ...options, isUnasked: true, until });
      tried += report.refusal ? 0 : 1;
      said.push(...toMessages(report));
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
    toMessage(outcome, what, command),
  ];
}

function toMessage(
  outcome: RecoveryReport['outcome'],
  what: string | Message,
  command: string,
): Message {
  switch (outcome) {
    case 'passed':
      return msg('Recovered from "{0}": {1} passes again.', what, command);
    case 'failed':
      return msg('Tried to recover from "{0}", but {1} still fails.', what, command);
    default:
      return msg(
        'Tried to recover from "{0}", but it cannot be told whether {1} passes.',
        what,
        command,
      );
  }
}
