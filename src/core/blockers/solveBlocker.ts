// A person says that a blocker is over, or puts right what is written about it.

import { newBlockerId, toClosed, withClosed, withOpen } from '../protocol/blockerChanges';
import type { Blocker, ClosedBlocker } from '../schemas/blocker';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import { shortLine } from '../support/plainText';
import type { QuietPlace } from '../workplace';
import { changeBlockers } from './blockersFile';
import { safeBlocker, safeText } from './safeBlocker';

export interface Solving {
  /** How it was solved. */
  readonly note?: string | undefined;
  /** Also as ESCALATION_RESOLVED in decisions.md. */
  readonly decision?: boolean | undefined;
}

export const solvedByUser = 'solved by the user';

export async function solveBlocker(
  place: QuietPlace,
  id: string,
  { note = '', decision = false }: Solving = {},
): Promise<ClosedBlocker> {
  const resolution = safeText(note) || solvedByUser;
  const solved = await changeBlockers(place, (open, file) => {
    const before = blockerNamed(open, id);
    const closed = toClosed(before, { at: place.now(), by: solvedByUser, resolution });
    return { file: withClosed(file, [closed]), result: closed, before: [before] };
  });
  if (decision) {
    await (await import('./resolvedEscalation')).recordResolved(place, solved);
  }
  return solved;
}

export type BlockerEdit = Pick<Blocker, 'type' | 'severity' | 'description' | 'resolution'>;

export async function editBlocker(
  place: QuietPlace,
  id: string,
  { type, severity, description, resolution }: BlockerEdit,
): Promise<Blocker> {
  const changes = {
    ...(type && { type }),
    ...(severity && { severity }),
    ...(description?.trim() && { description }),
    ...(resolution !== undefined && { resolution }),
  };
  return changeBlockers(place, (open, file) => {
    const before = blockerNamed(open, id);
    const edited = safeBlocker({
      ...before,
      id: before.id ?? newBlockerId(place.now()),
      ...changes,
      edited: [...new Set([...(before.edited ?? []), ...Object.keys(changes)])],
    });
    return { file: withOpen(file, edited, before), result: edited, before: [before] };
  });
}

/** One that an agent wrote into the session state has no id: then its description stands for it. */
export function blockerNamed(open: readonly Blocker[], id: string): Blocker {
  const found =
    open.find((each) => each.id === id) ??
    open.find((each) => each.id === undefined && (each.description ?? '') === id);
  if (!found) {
    throw new UserError(
      'no-such-blocker',
      msg('There is no open blocker {0}. It may have been closed meanwhile.', shortLine(id, 100)),
    );
  }
  return found;
}
