// Opening and closing blockers, as values. Pure; the stores write them.

import type { Blocker, BlockersFile } from '../schemas/blocker';
import type { SessionState } from '../schemas/sessionState';

/** In the file they are kept in; the one that is open already stays as it is. */
export function withOpened(file: BlockersFile | undefined, blocker: Blocker): BlockersFile {
  const open = file?.open ?? [];
  return {
    version: 1,
    ...file,
    open: open.some((each) => isSame(each, blocker)) ? open : [...open, blocker],
    closed: file?.closed ?? [],
  };
}

/** Also one that only the session state knew of, so that its end is recorded too. */
export function withClosed(
  file: BlockersFile | undefined,
  blocker: Blocker,
  { at, by }: { at: string; by: string },
): BlockersFile {
  return {
    version: 1,
    ...file,
    open: (file?.open ?? []).filter((each) => !isSame(each, blocker)),
    closed: [...(file?.closed ?? []), { ...blocker, closed_at: at, closed_by: by }],
  };
}

/** The session state's copy: the first, which is the most severe, and all of them. */
export function mirrorBlockers(state: SessionState, open: readonly Blocker[]): SessionState {
  const { blockers, ...rest } = state;
  return {
    ...rest,
    blocker: open[0] ?? null,
    ...((open.length > 0 || blockers) && { blockers: [...open] }),
  };
}

export function isSame(a: Blocker, b: Blocker): boolean {
  return a.id !== undefined && b.id !== undefined
    ? a.id === b.id
    : a.type === b.type && a.description === b.description;
}
