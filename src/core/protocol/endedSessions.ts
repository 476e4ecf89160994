// Which agent sessions ended while somebody was looking. Pure: it keeps only what it has seen.

import type { SessionMeta } from '../schemas/liveSession';

/** Told of all sessions again and again, it returns each that ended, once for each end. */
export function createEndedSessions(): (sessions: readonly SessionMeta[]) => SessionMeta[] {
  const alive = new Set<string>();
  return (sessions) => {
    // One that had ended before anybody looked is old news.
    const ended = sessions.filter(
      ({ sessionId, status }) => status === 'terminated' && alive.delete(sessionId),
    );
    for (const { sessionId, status } of sessions) {
      if (status !== undefined && status !== 'terminated') {
        alive.add(sessionId);
      }
    }
    return ended;
  };
}
