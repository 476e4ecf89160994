// Opening, changing and closing blockers, as values. Pure; core/blockers writes them.

import {
  type Blocker,
  blockerSeverities,
  type BlockersFile,
  type ClosedBlocker,
} from '../schemas/blocker';
import type { SessionState } from '../schemas/sessionState';
import { parseTime } from '../support/time';

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
  const over = new Set(closed.flatMap((each) => [each.id, words(each)]));
  return {
    version: 1,
    ...file,
    open: (file?.open ?? []).filter((each) => !over.has(each.id ?? words(each))),
    closed: [...(file?.closed ?? []), ...closed].slice(-mostClosed),
  };
}

/** Two that differ are two, although somebody gave them one id: the later ones get another. */
export function withDistinctIds(open: readonly Blocker[]): readonly Blocker[] {
  const known = new Map<string, string>();
  return open.map((each) => {
    if (each.id === undefined) {
      return each;
    }
    const said = words(each);
    let id = each.id;
    for (let copy = 2; (known.get(id) ?? said) !== said; copy++) {
      id = `${each.id}-${copy}`;
    }
    known.set(id, said);
    return id === each.id ? each : { ...each, id };
  });
}

/** Nobody looks at more; those of little weight go first, then the oldest. */
const mostAutomatic = 500;

export function withinBounds(file: BlockersFile, at: Date): BlockersFile {
  const automatic = (file.open ?? []).filter(({ auto_detected: isOurs }) => isOurs);
  if (automatic.length <= mostAutomatic) {
    return file;
  }
  const gone = automatic
    .toSorted((a, b) => rank(b) - rank(a) || began(a) - began(b))
    .slice(0, automatic.length - mostAutomatic);
  return withClosed(
    file,
    gone.map((each) => toClosed(each, { at, by: 'too many' })),
  );
}

function rank({ severity = 'medium' }: Blocker): number {
  return blockerSeverities.indexOf(severity);
}

function began({ detected_at: at }: Blocker): number {
  const time = parseTime(at ?? '');
  return Number.isNaN(time) ? 0 : time;
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

function words({ type, description }: Blocker): string {
  return JSON.stringify([type, description]);
}

export function isSame(a: Blocker, b: Blocker): boolean {
  return a.id !== undefined && b.id !== undefined
    ? a.id === b.id
    : a.type === b.type && a.description === b.description;
}
