// The arguments with which a CLI begins a session of ours, or goes on with it.

import { randomUUID } from 'node:crypto';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import type { StoresPlace } from './agentStores';
import type { AgentArguments } from './agentStrategy';
import { isUuid } from './argumentRules';
import { tooOld } from './firstVersions';
import type { InstalledAgent } from './installedAgents';
import type { RegisteredSession } from './registryFile';
import { transcriptOf } from './sessionFiles';

export interface SessionArguments extends AgentArguments {
  readonly does: 'start' | 'resume' | 'fork';
  /** The session that has to answer, as the CLI calls it; undefined where the CLI chooses its id. */
  readonly asked: string | undefined;
  /** The one that it goes on with, or with a copy of. */
  readonly source: string | undefined;
  /** Its transcript, where there is one. */
  readonly file: string | undefined;
  /** It begins anew, because the transcript of what was said has gone. */
  readonly isLost?: boolean | undefined;
}

export interface ArgumentsFor {
  readonly agent: InstalledAgent;
  /** What the registry knows of it. */
  readonly known: RegisteredSession | undefined;
  /** Ours; of the copy, where it is a fork. */
  readonly session: string;
  readonly fork?: boolean | undefined;
  /** Only what was begun before will do. */
  readonly resume?: boolean | undefined;
  readonly isHeadless: boolean;
  readonly prompt?: string | undefined;
}

export function sessionArguments(place: StoresPlace, wanted: ArgumentsFor): SessionArguments {
  const { agent, known, session, isHeadless, prompt } = wanted;
  const { strategy, support, version } = agent;
  const how = { version, isHeadless, prompt };
  const cliSession = known?.entry.cli_session_id ?? undefined;
  const source = cliSession === undefined || isLast(cliSession) ? undefined : cliSession;
  const isStored = source !== undefined && strategy.store !== undefined;
  const file = isStored ? transcriptOf(strategy.store, place, source) : undefined;
  if (wanted.fork) {
    const asked = support.presetForkId ? idFor(session) : undefined;
    const ability = isHeadless ? 'headlessFork' : 'fork';
    const forked = support[ability] && strategy.fork({ ...how, id: source, newId: asked, file });
    if (!forked) {
      throw (
        tooOld(agent, ability) ??
        new UserError(
          'cannot-fork',
          msg('{0} cannot fork this session. Resume it, or start a new one.', strategy.title),
        )
      );
    }
    return { ...forked, does: 'fork', asked, source, file };
  }
  // What was begun and never answered left no transcript, so that there is nothing to resume.
  const isThere =
    known && (strategy.store === undefined || file !== undefined || isLast(cliSession));
  if (isThere) {
    const problem = support.resume ? undefined : tooOld(agent, 'resume');
    if (problem) {
      throw problem;
    }
    // Also where the CLI cannot be told which one: then it may turn out to be another.
    const asked = support.resumeKeepsId ? source : undefined;
    const resumed = strategy.resume({ ...how, id: support.resumeById ? source : undefined });
    return { ...resumed, does: 'resume', asked, source, file };
  }
  const isLost = known?.entry.answered === true;
  if (isLost && wanted.resume) {
    throw noTranscript(session);
  }
  const asked = support.presetId ? (source ?? idFor(session)) : undefined;
  return {
    ...strategy.start({ ...how, id: asked }),
    does: 'start',
    asked,
    source: undefined,
    file,
    isLost,
  };
}

export function noTranscript(session: string): UserError {
  return new UserError(
    'no-session',
    msg(
      'The transcript of session {0} is no longer there, so that nothing can go on with it.',
      session,
    ),
  );
}

/** As the design had it for CLIs that took no id. */
export function isLast(cliSession: string | null | undefined): boolean {
  return cliSession === 'latest' || cliSession === 'last';
}

/** One id for both, where ours can be theirs. */
function idFor(session: string): string {
  return isUuid(session) ? session.toLowerCase() : randomUUID();
}
