// Opening, changing and closing blockers, as values. Pure; core/blockers writes them.

import type { Blocker, BlockersFile, ClosedBlocker } from '../schemas/blocker';
import type { SessionState } from '../schemas/sessionState';
import { parseTime } from '../schemas/timestamp';

/** Older ones of the history are dropped. */
const mostClosed = 200;

/** In the place of the one that it was, if it stood already. */
export function withOpen(
  file: BlockersFile | undefined,
  blocker: Blocker,
  before: Blocker = blocker,
): BlockersFile {
  const open = file?.open ?? [];
  const index = open.findIndex((each) => isSame(each, before));
  return {
    version: 1,
    ...file,
    open: index < 0 ? [...open, blocker] : open.with(index, blocker),
    closed: file?.closed ?? [],
  };
}

/** Also one that only the session state knew of, so that its end is recorded too. */
export function withClosed(
  file: BlockersFile | undefined,
  closed: readonly ClosedBlocker[],
): BlockersFile {
  return {
    version: 1,
    ...file,
    open: (file?.open ?? []).filter((each) => !closed.some((other) => isSame(each, other))),
    closed: [...(file?.closed ?? []), ...closed].slice(-mostClosed),
  };
}

export interface Closing {
  readonly at: Date;
  /** What closed it, in English: "npm test passed". */
  readonly by: string;
  /** Where that is more than what closed it. */
  readonly resolution?: string | undefined;
}

export function toClosed(blocker: Blocker, { at, by, resolution = by }: Closing): ClosedBlocker {
  const since = parseTime(blocker.detected_at ?? '');
  const stood = Math.max(0, Math.round((at.getTime() - since) / 1000));
  return {
    ...blocker,
    id: blocker.id ?? newBlockerId(at),
    resolution,
    closed_at: at.toISOString(),
    closed_by: by,
    ...(!Number.isNaN(stood) && { stood_seconds: stood }),
  };
}

/** `b-<UTC milliseconds>-<6 hex digits>` */
export function newBlockerId(at: Date): string {
  const random = Math.floor(Math.random() * 2 ** 24);
  return `b-${at.getTime()}-${random.toString(16).padStart(6, '0')}`;
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
