// PreCompact, SessionEnd and the end of a turn: saves what the agent knows, before it forgets.

import { saveContext, type SavedContext } from '../../core/context/saveContext';
import { settleDeliveries } from '../../core/context/deliveries';
import type { HookCaller } from './hookCall';
import type { HookInput } from './hookInput';
import { hookProject, type HookProject, hookSession } from './hookProject';

export async function keepContext(
  input: HookInput,
  event: 'PreCompact' | 'SessionEnd' | 'Stop',
  caller: HookCaller,
  project?: HookProject,
): Promise<SavedContext | undefined> {
  const found = project ?? hookProject(input, caller);
  const place = found?.place();
  const session = place && hookSession(input, place);
  if (!place || !session) {
    return undefined;
  }
  const saved = await saveContext(place, { ...session, trigger: event });
  if (saved) {
    // What is not in the transcript at the end of a turn did not arrive.
    const isOver = event !== 'PreCompact';
    await settleDeliveries(place, session.session, saved.reading.digest, { isOver });
    if (event === 'SessionEnd') {
      const { forgetOldSessions } = await import('../../core/context/forgetOldSessions');
      forgetOldSessions(place, saved.repo);
    }
  }
  return saved;
}
