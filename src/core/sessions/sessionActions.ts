// What a project offers around live sessions. Each action is loaded when it is asked for.

import type { Command, CommandResult, Notification, Question } from '../schemas/liveSession';
import type { Lender, QuietPlace } from '../workplace';
import type { LiveSession } from './liveSessions';
import type { OpenedSession, OpenRequest } from './openSession';
import type { Answer, Ask, Outcome } from './questions';
import type { Sweep } from './sweepSessions';
import type { TrackedPlace } from './trackedSessions';

/** How long somebody waits, and what ends the wait before. */
export interface Waiting {
  readonly waitMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface SessionActions {
  /** As they are now; nothing is written. */
  liveSessions(): Promise<readonly LiveSession[]>;
  /** undefined where it was only to be joined, and is not there. */
  openLiveSession(request: OpenRequest): Promise<OpenedSession | undefined>;
  /** A sign of life of a session; fails where it is not there. */
  beatLiveSession(id: string, options?: { readonly isActive?: boolean }): Promise<void>;
  endLiveSession(id: string): Promise<void>;
  sweepSessions(): Promise<Sweep>;
  /** Keeps alive what has neither hooks nor the MCP server; for who looks at it for long. */
  watchAgents(): Promise<void>;
  askUser(session: string, ask: Ask): Promise<Question>;
  awaitAnswer(session: string, question: string, waiting: Waiting): Promise<Outcome>;
  notifyUser(
    session: string,
    notification: Pick<Notification, 'message' | 'level'>,
  ): Promise<Notification>;
  takeCommand(session: string, waiting: Waiting): Promise<Command | undefined>;
  finishCommand(session: string, command: string, result: string): Promise<CommandResult>;
  /** Whether this window is the one that tells of it. */
  claimTelling(session: string, what: string): Promise<boolean>;
  // Only where a person does it.
  answerQuestion(question: string, answer: Answer): Promise<Question>;
  sendCommand(session: string, command: string): Promise<Command>;
}

export function sessionActions({ actQuietly, look }: Lender): SessionActions {
  return {
    liveSessions: () =>
      look(async ({ paths, now }) => (await import('./liveSessions')).liveSessions(paths, now())),
    openLiveSession: (request) =>
      actQuietly(async (place) => (await import('./openSession')).openSession(place, request)),
    beatLiveSession: (id, { isActive = false } = {}) =>
      look(async ({ paths, now }) => {
        const { isLiveSessionId } = await import('./sessionIds');
        const { noSession, sessionFolder } = await import('./sessionPlace');
        const { beat } = await import('./heartbeat');
        if (!isLiveSessionId(id) || !beat(sessionFolder(paths, id), now(), isActive)) {
          throw noSession(id);
        }
      }),
    endLiveSession: (id) =>
      actQuietly(async (place) => {
        await (await import('./trackedSessions')).assertOwnSession(tracked(place), id);
        await (await import('./openSession')).endSession(place, id);
      }),
    sweepSessions: () =>
      look(async (place) => (await import('./sweepSessions')).sweepSessions(tracked(place))),
    watchAgents: () => look(async (place) => (await import('./watchAgents')).watchAgents(place)),
    askUser: (session, ask) =>
      actQuietly(async (place) =>
        (await import('./questions')).askQuestion(tracked(place), session, ask),
      ),
    awaitAnswer: (session, question, waiting) =>
      look(async (place) =>
        (await import('./questions')).awaitAnswer(tracked(place), session, question, waiting),
      ),
    notifyUser: (session, notification) =>
      actQuietly(async (place) =>
        (await import('./notifications')).notifyUser(tracked(place), session, notification),
      ),
    takeCommand: (session, waiting) =>
      look(async (place) =>
        (await import('./commands')).takeCommand(tracked(place), session, waiting),
      ),
    finishCommand: (session, command, result) =>
      actQuietly(async (place) =>
        (await import('./commands')).finishCommand(tracked(place), session, command, result),
      ),
    claimTelling: (session, what) =>
      look(async (place) =>
        (await import('./notifications')).claimTelling(tracked(place), session, what),
      ),
    answerQuestion: (question, answer) =>
      actQuietly(
        async (place) =>
          (await (await import('./questions')).answerQuestion(tracked(place), question, answer))
            .question,
      ),
    sendCommand: (session, command) =>
      actQuietly(async (place) =>
        (await import('./commands')).sendCommand(tracked(place), session, command),
      ),
  };
}

function tracked(place: QuietPlace): TrackedPlace {
  return { ...place, git: () => place.git };
}
