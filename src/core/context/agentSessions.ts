// The agent sessions that left a trace here: what each knew, and what was put into it. Pure.

import type { Delivery } from '../schemas/delivery';
import type { Snapshot } from '../snapshot';
import { parseTime } from '../support/time';
import { type AgentContext, toAgentContext } from './agentContext';

export interface AgentSession {
  readonly id: string;
  readonly agent: string | undefined;
  /** When it was last saved, or something was last put into it. */
  readonly at: string | undefined;
  readonly context: AgentContext | undefined;
  /** The newest first. */
  readonly deliveries: readonly Delivery[];
}

/** The one that was seen last comes first. */
export function agentSessions(snapshot: Snapshot): AgentSession[] {
  const contexts = new Map(
    [...newestContext(snapshot), ...snapshot.contexts].map((each) => [each.session, each]),
  );
  const deliveries = bySession(snapshot.deliveries);
  return [...new Set([...contexts.keys(), ...deliveries.keys()])]
    .map((id) => toSession(id, contexts.get(id), deliveries.get(id) ?? []))
    .sort((a, b) => timeOf(b.at) - timeOf(a.at));
}

function bySession(deliveries: readonly Delivery[]): Map<string, Delivery[]> {
  const sessions = new Map<string, Delivery[]>();
  for (const delivery of deliveries) {
    sessions.set(delivery.session_id, [...(sessions.get(delivery.session_id) ?? []), delivery]);
  }
  return sessions;
}

function toSession(
  id: string,
  context: AgentContext | undefined,
  deliveries: readonly Delivery[],
): AgentSession {
  const times = [context?.savedAt, ...deliveries.map(({ at }) => at)];
  return {
    id,
    agent: context?.agent ?? deliveries[0]?.agent,
    at: times.toSorted((a, b) => timeOf(b) - timeOf(a))[0],
    context,
    deliveries,
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
