// The open blockers of a project, from both places where they are kept. Pure.

import { withDistinctIds } from './blockerChanges';
import { type Blocker, blockerSeverities, type BlockersFile } from '../schemas/blocker';
import type { SessionState } from '../schemas/sessionState';
import { parseTime } from '../support/time';

/**
 * state/blockers.json and its mirror in the session state. An agent that only knows the seed's
 * format writes the latter alone, so what is only there counts too; but the mirror may lag behind
 * the file, so what that has closed is over.
 */
export function openBlockers(state: SessionState | null, file: BlockersFile | null): Blocker[] {
  const closed = file?.closed ?? [];
  const over = new Set(closed.flatMap((each) => [each.id, beginning(each)]));
  const isOver = (each: Blocker) =>
    each.id === undefined ? each.detected_at && over.has(beginning(each)) : over.has(each.id);
  const mirrored = [...(state?.blockers ?? []), ...(state?.blocker ? [state.blocker] : [])].filter(
    (each) => !isOver(each),
  );
  const seen = new Set<string>();
  const isNew = (keys: readonly string[]) => {
    const known = keys.some((key) => seen.has(key));
    keys.forEach((key) => seen.add(key));
    return !known;
  };
  const kept = withDistinctIds(file?.open ?? []).filter((each) => isNew([identity(each)]));
  kept.forEach((each) => seen.add(words(each)));
  return [...kept, ...mirrored.filter((each) => isNew([identity(each), words(each)]))].sort(
    (a, b) => rank(a) - rank(b) || time(a) - time(b),
  );
}

/**
 * Where the state is that of the main worktree, its blockers are not: they are about other files, and
 * nothing that passes here would close them.
 */
export function blockersHere(
  state: SessionState | null,
  file: BlockersFile | null,
  isShared: boolean,
): Blocker[] {
  return openBlockers(isShared ? null : state, file);
}

function identity(blocker: Blocker): string {
  return blocker.id ?? words(blocker);
}

function words({ type, description }: Blocker): string {
  return JSON.stringify([type, description]);
}

/** What tells one without an id from a later one with the same words. */
function beginning({ type, description, detected_at }: Blocker): string {
  return JSON.stringify([type, description, detected_at]);
}

function rank({ severity = 'medium' }: Blocker): number {
  return blockerSeverities.indexOf(severity);
}

function time({ detected_at }: Blocker): number {
  const parsed = parseTime(detected_at ?? '');
  return Number.isNaN(parsed) ? Number.MAX_SAFE_INTEGER : parsed;
}
