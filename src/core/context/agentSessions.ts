// The agent sessions of a project: those that left a trace here, with what each knew and what was put
// into it, and those that the CLIs' own stores and the registry have. Each one once. Pure.

import type { ListedSession } from '../agents/sessionList';
import type { Delivery } from '../schemas/delivery';
import type { Snapshot } from '../snapshot';
import { parseTime } from '../support/time';
import { type AgentContext, toAgentContext } from './agentContext';

export interface AgentSession {
  /** As its CLI knows it. */
  readonly id: string;
  readonly agent: string | undefined;
  /** When it was last saved or used, or something was last put into it. */
  readonly at: string | undefined;
  readonly context: AgentContext | undefined;
  /** The newest first. */
  readonly deliveries: readonly Delivery[];
  /** What the store of its CLI and the registry know of it. */
  readonly listed: ListedSession | undefined;
}

/** The one that was seen last comes first. */
export function agentSessions(
  snapshot: Snapshot,
  list: readonly ListedSession[] = [],
): AgentSession[] {
  const contexts = new Map(
    [...newestContext(snapshot), ...snapshot.contexts].map((each) => [each.session, each]),
  );
  const deliveries = bySession(snapshot.deliveries);
  const listed = new Map(list.map((each) => [each.cliSession ?? each.id, each]));
  return [...new Set([...contexts.keys(), ...deliveries.keys(), ...listed.keys()])]
    .map((id) => toSession(id, contexts.get(id), deliveries.get(id) ?? [], listed.get(id)))
    .map((session) => ({ session, time: timeOf(session.at) }))
    .sort((a, b) => b.time - a.time)
    .map(({ session }) => session);
}

function bySession(deliveries: readonly Delivery[]): Map<string, Delivery[]> {
  const sessions = new Map<string, Delivery[]>();
  for (const delivery of deliveries) {
    const known = sessions.get(delivery.session_id);
    if (known) {
      known.push(delivery);
    } else {
      sessions.set(delivery.session_id, [delivery]);
    }
  }
  return sessions;
}

function toSession(
  id: string,
  context: AgentContext | undefined,
  deliveries: readonly Delivery[],
  listed: ListedSession | undefined,
): AgentSession {
  const used = listed && new Date(listed.lastUsed).toISOString();
  const times = [used, context?.savedAt, ...deliveries.map(({ at }) => at)];
  return {
    id,
    agent: listed?.agent ?? context?.agent ?? deliveries[0]?.agent,
    at: times.toSorted((a, b) => timeOf(b) - timeOf(a))[0],
    context,
    deliveries,
    listed,
  };
}

/** `session-context.json`, which others write too: of such a session there may be no file of its own. */
function newestContext({ context, paths, sharedFrom }: Snapshot): AgentContext[] {
  const session = context?.meta?.session_id;
  return session ? [toAgentContext((sharedFrom ?? paths).sessionContext, context, session)] : [];
}

/** What has no time comes last. */
function timeOf(time: string | undefined): number {
  const at = parseTime(time ?? '');
  return Number.isNaN(at) ? 0 : at;
}
