// A session that a CLI began without Baton, as if the registry had it: found by the id that its CLI
// gave it, and only where it belongs to this project.

import type { QuietPlace } from '../workplace';
import { discoverSessions, type FoundSession } from './discovery';
import type { RegisteredSession } from './registryFile';

const longestMs = 10_000;

/** A person asks for it, so that it may take longer than a list. */
export async function adoptedSession(
  place: QuietPlace,
  id: string,
  agent: string | undefined,
): Promise<RegisteredSession | undefined> {
  const { sessions } = await discoverSessions(place, { budgetMs: longestMs });
  const found = sessions.find(
    (each) => each.id === id && (agent === undefined || each.agent === agent),
  );
  return found && { id, entry: entryOf(found) };
}

function entryOf({ agent, id, cwd, startedIn, title, first, changedAt, at }: FoundSession) {
  const last = new Date(changedAt).toISOString();
  return {
    cli_name: agent,
    cli_session_id: id,
    created_at: at ?? last,
    last_used: last,
    request_count: 0,
    // Some CLIs look for a session only where it began.
    cwd: startedIn ?? cwd ?? null,
    title: title ?? first ?? null,
  };
}
