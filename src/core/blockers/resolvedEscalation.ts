// The end of a blocker as a decision, where the user wants it in the log.

import { appendDecision } from '../decisions';
import type { ClosedBlocker } from '../schemas/blocker';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import { shortLine } from '../support/plainText';
import type { QuietPlace } from '../workplace';
import { usable } from '../stateFiles';

/** In English, as the rest of the log that Baton writes. */
export async function recordResolved(place: QuietPlace, closed: ClosedBlocker): Promise<void> {
  const { type = 'other', severity = 'medium', description = '', evidence } = closed;
  const command = evidence?.command ? ` (${evidence.command})` : '';
  const attempts = closed.recovery_attempted ?? 0;
  try {
    await appendDecision(place, {
      at: closed.closed_at ?? place.now().toISOString(),
      type: 'ESCALATION_RESOLVED',
      summary: description || type,
      context: `Blocker ${closed.id ?? ''}: ${type}, ${severity}, since ${closed.detected_at ?? 'an unknown time'}${command}`,
      decision: closed.resolution ?? closed.closed_by ?? '',
      reason: closed.recovery_outcome
        ? `Recovery was tried ${attempts} times: ${closed.recovery_outcome}`
        : 'It stood in the way of the work',
      impact: 'The work goes on',
      source: 'user',
    });
  } catch (error) {
    if (UserError.is(error)) {
      throw new UserError(
        error.reason,
        msg('The blocker is closed, but decisions.md was not written: {0}', error.text),
      );
    }
    throw error;
  }
}

/** Of one that is over. */
export async function recordSolution(place: QuietPlace, id: string): Promise<void> {
  const file = await usable(place.blockers);
  const closed = file?.closed?.findLast((each) => each.id === id);
  if (!closed) {
    throw new UserError(
      'no-such-blocker',
      msg('There is no solved blocker {0}.', shortLine(id, 100)),
    );
  }
  await recordResolved(place, closed);
}
