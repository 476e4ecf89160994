// When a session begins, as a rule over what is known. Pure.
//
// SESSION_START is written once per session, by whoever is first: the hook of an agent, or a load that
// a person or an agent asks for. What a session is depends on who asks.
// - An agent's session has an id. Its hook knows it, and so does what runs in its shell; so the same
//   id never begins twice, whichever comes first. One that comes back, was forked or compacted does
//   not begin: its id is only noted.
// - A person's session has no id: it lasts from its SESSION_START to a SESSION_END, at most for the
//   day, and a load within it begins none, be it a person's own or one that an agent began.
// - A person who loads and then starts an agent is in one session: the first agent that begins within
//   it takes it over. The next agent begins its own.

import type { Decision } from '../schemas/handover';
import { parseTime } from '../support/time';

export interface KnownStart {
  /** The agent's own id; null of a person's. */
  readonly session: string | null;
  /** Also the time of its entry, by which that is found again. */
  readonly at: string;
  /** Nothing was written for it: it came back, or took over what a person began. */
  readonly isOnlyNoted?: boolean | undefined;
  /** An agent has taken it over. */
  readonly isTaken?: boolean | undefined;
}

export interface StartRequest {
  /** undefined where a person asks. */
  readonly session: string | undefined;
  /** Not of one that comes back or was forked. */
  readonly begins: boolean;
  readonly now: Date;
}

export type StartRule =
  | { readonly do: 'nothing' | 'note' | 'append' }
  /** Takes over the one that a person began. */
  | { readonly do: 'take'; readonly at: string };

export function startRule(
  { session, begins, now }: StartRequest,
  known: readonly KnownStart[],
  log: readonly Pick<Decision, 'type' | 'at'>[],
): StartRule {
  const isKnown = session !== undefined && known.some((each) => each.session === session);
  if (isKnown) {
    return { do: 'nothing' };
  }
  if (session !== undefined && !begins) {
    return { do: 'note' };
  }
  const ended = parseTime(log.findLast(({ type }) => type === 'SESSION_END')?.at ?? '');
  const isOpen = (at: string) =>
    new Date(parseTime(at)).toDateString() === now.toDateString() && !(parseTime(at) <= ended);
  const open = known.filter(({ at, isOnlyNoted }) => !isOnlyNoted && isOpen(at));
  if (session !== undefined) {
    const free = open.findLast((each) => each.session === null && !each.isTaken);
    return free ? { do: 'take', at: free.at } : { do: 'append' };
  }
  // Another machine or another tool may have begun it: then only the log knows.
  const mark = log.findLast(({ type }) => type === 'SESSION_START' || type === 'SESSION_END');
  const isInLog = mark?.type === 'SESSION_START' && isOpen(mark.at);
  return open.length > 0 || isInLog ? { do: 'nothing' } : { do: 'append' };
}
