// For who looks at a project for long: keeps sessions alive whose agent has neither hooks nor the MCP
// server, by the agent's process and its transcript; and sees which sessions of Claude Code run and wait.

import { lstatSync } from 'node:fs';
import { type LiveClaudeSession, liveClaudeSessions } from '../agents/liveClaude';
import { agentOfStore } from '../context/transcriptPlace';
import { realPathWithin } from '../stores/regularFile';
import { identityOf, livenessOf } from '../support/processIdentity';
import { parseTime } from '../support/time';
import type { QuietPlace } from '../workplace';
import { beat } from './heartbeat';
import { type LiveSession, liveSessions } from './liveSessions';
import { openSession } from './openSession';
import { changeMeta, readMeta, without } from './sessionMeta';
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
    (lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > parseTime(lastActiveAt) + 1_000
  );
}

/** Each of its processes says in a file of its own which session it has, and whether it waits. */
async function watchClaude(place: QuietPlace): Promise<void> {
  for (const told of liveClaudeSessions(place)) {
    if (told.cwd === undefined || !isHere(place.root, told.cwd)) {
      continue;
    }
    const id = await sessionOf(place, told);
    if (id !== undefined && told.status === 'waiting') {
      await noteWaiting(place, id, { kind: watched, message: told.waitingFor ?? '' });
    } else if (id !== undefined) {
      await noteGoingOn(place, id, told.status === 'busy');
    }
  }
}

/** What a wait is called that only this has seen. */
const watched = 'claude';

/** Also one that ended for us: whose agent lives is not over. */
async function sessionOf(
  place: QuietPlace,
  { pid, id: agentSession }: LiveClaudeSession,
): Promise<string | undefined> {
  const known = idOfAgentSession(place.paths, agentSession);
  const owner = known && readMeta(sessionFolder(place.paths, known))?.agentProcess;
  if (owner && livenessOf(owner) !== 'dead') {
    return known;
  }
  const process = identityOf(pid);
  const opened = { agent: 'claude', agentSession, process, isOnly: true };
  return (await openSession(place, opened))?.id;
}

/** Hooks tell this sooner, and tell more: then what they told stands. */
async function noteGoingOn(place: QuietPlace, id: string, isBusy: boolean): Promise<void> {
  const folder = sessionFolder(place.paths, id);
  const meta = readMeta(folder);
  if (meta?.waitingFor?.kind === watched) {
    await changeMeta(place, id, (each) => without(each, 'waitingFor'));
  }
  if (isBusy && meta && !meta.transcriptPath) {
    beat(folder, place.now(), true);
  }
}

function isHere(root: string, cwd: string): boolean {
  try {
    return realPathWithin(root, cwd) !== undefined;
  } catch {
    return false;
  }
}
