// The open blockers of a project, from both places where they are kept. Pure.

import { type Blocker, blockerSeverities, type BlockersFile } from '../schemas/blocker';
import type { SessionState } from '../schemas/sessionState';
import { parseTime } from '../schemas/timestamp';

/**
 * state/blockers.json and its mirror in the session state. An agent that only knows the seed's
 * format writes the latter alone, so what is only there counts too.
 */
export function openBlockers(state: SessionState | null, file: BlockersFile | null): Blocker[] {
  const all = [
    ...(file?.open ?? []),
    ...(state?.blockers ?? []),
    ...(state?.blocker ? [state.blocker] : []),
  ];
  const seen = new Set<string>();
  const distinct = all.filter((blocker) => {
    const key = JSON.stringify([blocker.type, blocker.description]);
    return !seen.has(key) && seen.add(key);
  });
  return distinct.sort((a, b) => rank(a) - rank(b) || time(a) - time(b));
}

function rank({ severity = 'medium' }: Blocker): number {
  return blockerSeverities.indexOf(severity);
}

function time({ detected_at }: Blocker): number {
  const parsed = parseTime(detected_at ?? '');
  return Number.isNaN(parsed) ? Number.MAX_SAFE_INTEGER : parsed;
}
