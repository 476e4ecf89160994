// Writes SESSION_START once per session; sessionRule.ts says when that is. Which ones were begun on
// this machine is kept in local state: first that it is being written, then that it was, so that one
// who is killed in between leaves neither none nor two.

import path from 'node:path';
import * as z from 'zod/mini';
import { type ContextPlace, isSessionId } from '../context/contextPlace';
import { cameWithRepository } from '../context/localState';
import { readText } from '../context/readFiles';
import { appendDecision } from '../decisions';
import { parseDecisions } from '../documents/decisions';
import { parseSessionMarkdown } from '../documents/sessionMarkdown';
import { timestamp } from '../schemas/timestamp';
import { openJson } from '../stateFiles';
import type { LockOptions } from '../stores/lock';
import { livenessOf, ownIdentity } from '../support/processIdentity';
import { parseTime } from '../support/time';
import { quotedLine } from './quotedWords';
import { type KnownStart, startRule } from './sessionRule';

export interface BegunSession {
  /** The agent's own id; undefined where a person asks. */
  readonly session: string | undefined;
  /** `claude startup`, `baton load`. */
  readonly source: string;
  /** False of one that comes back or was forked. */
  readonly begins?: boolean;
}

export interface SessionStart {
  /** Whether an entry was written for it. */
  readonly isNew: boolean;
  /** `D12`; undefined where none was written, or it waits for a lock. */
  readonly decision: string | undefined;
}

const sessionsSchema = z.looseObject({
  version: z.optional(z.number()),
  /** The newest last. */
  starts: z.optional(
    z.array(
      z.looseObject({
        session: z.nullable(z.string()),
        at: timestamp,
        only_noted: z.optional(z.boolean()),
        taken: z.optional(z.boolean()),
        /** Who is writing its entry; gone when that is there. */
        writer: z.optional(z.looseObject({ pid: z.number(), host: z.string() })),
      }),
    ),
  ),
});
type Start = NonNullable<z.infer<typeof sessionsSchema>['starts']>[number];

const mostStarts = 100;
const none: SessionStart = { isNew: false, decision: undefined };

export async function beginSession(
  place: ContextPlace,
  { session, source, begins = true }: BegunSession,
  options?: LockOptions,
): Promise<SessionStart> {
  const id = session !== undefined && isSessionId(session) ? session : undefined;
  const file = path.join(place.paths.state, 'handover', 'session.json');
  // Of somebody else, who says nothing about this machine; and not ours to change.
  if (await cameWithRepository(place, file)) {
    return none;
  }
  const record = openJson(place, file, sessionsSchema);
  const found: { at?: string | undefined } = {};
  await record.update((before) => {
    found.at = undefined;
    const log = logOf(place);
    // What was killed before it had written its entry has begun nothing.
    const starts = (before?.starts ?? []).filter((each) => !isLeftBehind(each, log));
    const now = place.now();
    const rule = startRule({ session: id, begins, now }, starts.map(toKnown), log);
    const at = now.toISOString();
    const own = { session: id ?? null, at };
    const withStart = (others: readonly Start[], start: Start) => ({
      version: 1,
      ...before,
      starts: [...others, start].slice(-mostStarts),
    });
    switch (rule.do) {
      case 'nothing':
        return { version: 1, ...before, starts };
      case 'note':
        return withStart(starts, { ...own, only_noted: true });
      case 'take': {
        const taken = starts.map((each) =>
          each.session === null && each.at === rule.at ? { ...each, taken: true } : each,
        );
        return withStart(taken, { ...own, only_noted: true });
      }
      case 'append':
        found.at = at;
        return withStart(starts, { ...own, writer: { ...ownIdentity() } });
    }
  }, options);
  const { at } = found;
  if (at === undefined) {
    return none;
  }
  const decision = await appendDecision(place, entryOf(place, at, source), options);
  await record.update((before) => {
    const starts = (before?.starts ?? []).map(({ writer, ...rest }) =>
      rest.at === at || writer === undefined ? rest : { ...rest, writer },
    );
    return { version: 1, ...before, starts };
  }, options);
  return { isNew: true, decision: decision.id };
}

function logOf({ paths, root }: ContextPlace) {
  return parseDecisions(readText(paths.decisions, root) ?? '').decisions;
}

function isLeftBehind({ writer, at }: Start, log: ReturnType<typeof logOf>): boolean {
  return (
    writer !== undefined &&
    livenessOf(writer) === 'dead' &&
    !log.some((each) => each.type === 'SESSION_START' && parseTime(each.at) === parseTime(at))
  );
}

function toKnown({ session, at, only_noted: isOnlyNoted, taken: isTaken }: Start): KnownStart {
  return { session, at, isOnlyNoted, isTaken };
}

function entryOf({ paths, root }: ContextPlace, at: string, source: string) {
  const text = readText(paths.sessionMarkdown, root);
  const session = text === undefined ? undefined : parseSessionMarkdown(text).document;
  const from = quotedLine(session?.generated ?? '', 40);
  const next = quotedLine(session?.nextAction ?? '');
  return {
    at,
    type: 'SESSION_START',
    summary: session ? 'Session started from the handover' : 'First session: no handover yet',
    context: session
      ? `session.md${from && ` of ${from}`}${session.mode === 'auto-draft' ? ' (auto-draft)' : ''}`
      : 'There is no session.md',
    decision: next === '' ? "Wait for the user's words" : `Resume from: ${next}`,
    source,
  };
}
