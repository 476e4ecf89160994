// The live sessions of a project as they are shown: what each is now, what it asks, tells and was given.

import type { Notification, Question, SessionMeta } from '../schemas/liveSession';
import type { SessionStatus } from '../schemas/sessionStatuses';
import type { ProjectPaths } from '../projectPaths';
import { placeProblem } from '../stores/fileWithin';
import { createLivenessLook } from './agentProcess';
import { commandsIn, type SeenCommand } from './commands';
import { notificationsIn } from './notifications';
import { seeSession } from './seenSession';
import { sessionFolder, sessionIdsIn } from './sessionPlace';
import { judgeSession } from './sessionStatus';

export interface LiveSession {
  readonly id: string;
  readonly meta: SessionMeta;
  readonly status: SessionStatus;
  /** Open ones, the oldest first. */
  readonly questions: readonly Question[];
  /** The newest last. */
  readonly notifications: readonly Notification[];
  readonly commands: readonly SeenCommand[];
  readonly lastActiveAt: string;
  /** Whether its agent's process runs, as far as this machine can tell. */
  readonly isAgentAlive: boolean;
}

/** Waiting ones first, then those that did something last; ended ones at the end. */
export function liveSessions(paths: ProjectPaths, now: Date): LiveSession[] {
  if (placeProblem(paths.sessions, paths.root)) {
    return [];
  }
  const liveness = createLivenessLook();
  return sessionIdsIn(paths)
    .flatMap((id): LiveSession[] => {
      const seen = seeSession(sessionFolder(paths, id), liveness, now.getTime());
      if (!seen) {
        return [];
      }
      const { meta, facts, questions, folder } = seen;
      return [
        {
          id,
          meta,
          status: judgeSession(facts, now.getTime()).status,
          questions,
          notifications: notificationsIn(folder),
          commands: commandsIn(folder),
          lastActiveAt: new Date(facts.lastActive).toISOString(),
          isAgentAlive: facts.agent === 'alive',
        },
      ];
    })
    .sort((a, b) => rank(a) - rank(b) || (a.lastActiveAt < b.lastActiveAt ? 1 : -1));
}

const order: readonly SessionStatus[] = ['waiting', 'active', 'idle', 'terminated'];

function rank({ status }: LiveSession): number {
  return order.indexOf(status);
}
