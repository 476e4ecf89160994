// Whether an agent that was started in a terminal came up in the session that was asked for: from what
// its process says, else from which transcript grew or was begun since. Learns the id of a session that
// only its CLI could choose.

import { statSync } from 'node:fs';
import { currentDescendants } from '../support/processTree';
import { type Message, msg } from '../support/message';
import type { QuietPlace } from '../workplace';
import { agentsHere } from './agentNamed';
import type { AgentStrategy } from './agentStrategy';
import { discoverSessions, type FoundSession } from './discovery';
import { installedAgent } from './installedAgents';
import { liveClaudeSessions } from './liveClaude';
import { openRollout } from './openRollouts';
import {
  noteCliSession,
  type RegisteredSession,
  registeredSession,
  registeredSessions,
  unknownSession,
} from './registryFile';
import { otherAnswered, type SessionVerdict } from './runReport';
import { isLast } from './sessionArguments';
import { isOfProject } from './workingFolder';

export interface SessionCheck {
  readonly session: string;
  readonly agent: string;
  readonly verdict: SessionVerdict;
  /** The one that was asked for, as its CLI calls it. */
  readonly asked: string | null;
  /** The one that came up. */
  readonly answered: string | null;
  /** Where it works now, when that is outside the project. */
  readonly elsewhere: string | undefined;
  /** In one sentence. */
  readonly message: Message;
}

export interface VerifyOptions {
  /** Of the program that the terminal runs. */
  readonly pid?: number | undefined;
  /** When it was started, in milliseconds; the last use unless told. */
  readonly since?: number | undefined;
}

const longestMs = 5_000;
/** Clocks of file systems are coarser than ours. */
const toleranceMs = 100;

export async function verifySession(
  place: QuietPlace,
  id: string,
  { pid, since }: VerifyOptions = {},
): Promise<SessionCheck> {
  const session = await registeredSession(place, id);
  if (!session) {
    throw unknownSession(id);
  }
  const { cli_name, cli_session_id, last_used } = session.entry;
  const asked = isLast(cli_session_id) ? null : cli_session_id;
  const strategy = (await agentsHere(place)).find(({ name }) => name === cli_name);
  const start = (since ?? Date.parse(last_used)) - toleranceMs;
  const { answered, found } = await whoAnswered(place, session, strategy, start, pid);
  const seen = verdictOf(asked, answered);
  const isCopy = seen === 'other' && (await goesOnInCopy(place, strategy));
  const verdict = isCopy ? 'same' : seen;
  const isNews = asked === null || isCopy || (found && session.entry.answered !== true);
  if (isNews && answered !== undefined && verdict !== 'other') {
    await noteCliSession(place, id, answered, found !== undefined);
  }
  const cwd = found?.cwd;
  const elsewhere = cwd !== undefined && !isOfProject(place, cwd) ? cwd : undefined;
  const title = strategy?.title ?? cli_name;
  return {
    session: id,
    agent: cli_name,
    verdict,
    asked,
    answered: answered ?? null,
    elsewhere,
    message: sentence(verdict, title, elsewhere),
  };
}

async function goesOnInCopy(
  place: QuietPlace,
  strategy: AgentStrategy | undefined,
): Promise<boolean> {
  return strategy !== undefined && !(await installedAgent(place, strategy)).support.resumeKeepsId;
}

interface Answer {
  readonly answered: string | undefined;
  readonly found?: FoundSession | undefined;
}

async function whoAnswered(
  place: QuietPlace,
  session: RegisteredSession,
  strategy: AgentStrategy | undefined,
  start: number,
  pid: number | undefined,
): Promise<Answer> {
  const store = strategy?.store;
  if (store === undefined) {
    return { answered: undefined };
  }
  const { sessions } = await discoverSessions(place, { budgetMs: longestMs, agents: [store] });
  const named = (id: string | undefined): Answer => ({
    answered: id,
    found: sessions.find((each) => each.id === id),
  });
  const told = pid === undefined ? undefined : await toldByProcess(place, store, pid);
  if (told !== undefined) {
    return named(told);
  }
  const asked = session.entry.cli_session_id;
  const own = sessions.find((each) => each.id === asked);
  if (own && own.changedAt >= start) {
    return named(own.id);
  }
  const taken = new Set((await registeredSessions(place)).map(({ entry }) => entry.cli_session_id));
  const begun = sessions.filter((each) => !taken.has(each.id) && begunAt(each) >= start);
  // Two at once say nothing about which of them is ours.
  return begun.length === 1 ? named(begun[0]?.id) : { answered: undefined };
}

/** A copy has the lines of the one that it was made of, so only the file says when it was begun. */
function begunAt({ file }: FoundSession): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? stats.birthtimeMs || stats.ctimeMs : 0;
}

async function toldByProcess(
  place: QuietPlace,
  store: string,
  pid: number,
): Promise<string | undefined> {
  const pids = [pid, ...(await currentDescendants(pid))];
  if (store === 'claude') {
    return liveClaudeSessions(place).find((each) => pids.includes(each.pid))?.id;
  }
  return store === 'codex' ? pids.map(openRollout).find((id) => id !== undefined) : undefined;
}

function verdictOf(asked: string | null, answered: string | undefined): SessionVerdict {
  if (answered === undefined) {
    return 'unknown';
  }
  return asked === null ? 'new' : asked === answered ? 'same' : 'other';
}

function sentence(verdict: SessionVerdict, title: string, elsewhere: string | undefined): Message {
  if (elsewhere !== undefined && verdict !== 'other') {
    return msg(
      '{0} works in {1} now, which is not this project. Start it anew here.',
      title,
      elsewhere,
    );
  }
  switch (verdict) {
    case 'same':
      return msg('{0} is in the session that was asked for.', title);
    case 'new':
      return msg('{0} is in the new session.', title);
    case 'other':
      return otherAnswered(title);
    case 'unknown':
      return msg('{0} has not said in which session it is: say something to it first.', title);
  }
}
