// What to do next, as the state has it. Pure.

import type { SessionState } from '../schemas/sessionState';
import { oneLine } from '../support/plainText';

/** The first next step, else the first task that is not done. */
export function nextStepOf(state: SessionState | null): string | undefined {
  return [...(state?.next_steps ?? []), ...(state?.pending_tasks ?? [])]
    .map(oneLine)
    .find((step) => step !== '');
}
