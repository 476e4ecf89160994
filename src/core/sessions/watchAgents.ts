// For who looks at a project for long: keeps sessions alive whose agent has neither hooks nor the MCP
// server, by the agent's process and its transcript; and sees which sessions of Claude Code run and wait.

import { lstatSync } from 'node:fs';
import { liveClaudeSessions } from '../agents/liveClaude';
import { agentOfStore } from '../context/transcriptPlace';
import { realPathWithin } from '../stores/regularFile';
import { identityOf } from '../support/processIdentity';
import { parseTime } from '../support/time';
import type { QuietPlace } from '../workplace';
import { beat } from './heartbeat';
import { type LiveSession, liveSessions } from './liveSessions';
import { openSession } from './openSession';
import { idOfAgentSession, sessionFolder } from './sessionPlace';
import { noteWaiting } from './waiting';

export async function watchAgents(place: QuietPlace): Promise<void> {
  await watchClaude(place);
  const now = place.now();
  for (const session of liveSessions(place.paths, now)) {
    if (session.isAgentAlive && session.status !== 'terminated') {
      const folder = sessionFolder(place.paths, session.id);
      beat(folder, now, isTalking(place, session));
    }
  }
}

/** Something was said since it last did something. */
function isTalking(place: QuietPlace, { meta, lastActiveAt }: LiveSession): boolean {
  const file = meta.transcriptPath;
  return (
    typeof file === 'string' &&
    agentOfStore(file, place) !== undefined &&
    lstatSync(file).mtimeMs > parseTime(lastActiveAt) + 1_000
  );
}

/** Each of its processes says in a file of its own which session it has, and whether it waits. */
async function watchClaude(place: QuietPlace): Promise<void> {
  for (const { pid, id: agentSession, cwd, status } of liveClaudeSessions(place)) {
    if (cwd === undefined || !isHere(place.root, cwd)) {
      continue;
    }
    const process = identityOf(pid);
    const known = idOfAgentSession(place.paths, agentSession);
    const id =
      known ??
      (await openSession(place, { agent: 'claude', agentSession, process, isOnly: true }))?.id;
    if (id !== undefined && status === 'waiting') {
      await noteWaiting(place, id, { kind: 'claude', message: '' });
    }
  }
}

function isHere(root: string, cwd: string): boolean {
  try {
    return realPathWithin(root, cwd) !== undefined;
  } catch {
    return false;
  }
}
