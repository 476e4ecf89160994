// Which session is meant, and which agent: from what a person or a tool asked for and what is known.

import { UserError } from '../support/errors';
import { msg } from '../support/message';
import type { QuietPlace } from '../workplace';
import { adoptedSession } from './adoptedSession';
import {
  checkedSessionId,
  registeredAs,
  type RegisteredSession,
  registeredSession,
  unknownSession,
} from './registryFile';

export interface SessionChoice {
  /** Needed for a new session; else that of the session. */
  readonly agent?: string | undefined;
  /** Ours; a new one where it is not told. */
  readonly session?: string | undefined;
  /**
   * true: only goes on with a session that is known. false: only begins one that is not. Else it
   * does what fits.
   */
  readonly resume?: boolean | undefined;
  /** Leaves the session as it is, and goes on with a copy, which gets an id of its own. */
  readonly fork?: boolean | undefined;
  /**
   * Whether it may also be one that was begun without Baton, by the id that its CLI gave it. For
   * people: an agent that was misled must not speak in their sessions.
   */
  readonly adopt?: boolean | undefined;
  /** A person knows that it runs in another process, and wants both. */
  readonly evenIfRunning?: boolean | undefined;
}

export async function knownSession(
  place: QuietPlace,
  { agent, session, resume, fork, adopt }: SessionChoice,
): Promise<RegisteredSession | undefined> {
  const id = session === undefined ? undefined : checkedSessionId(session);
  const known = id === undefined ? undefined : await sessionOf(place, id, adopt ? agent : false);
  if (!known && (resume === true || fork)) {
    throw unknownSession(id ?? '""');
  }
  if (known && resume === false && !fork) {
    throw new UserError(
      'session-exists',
      msg('There is a session {0} already. Resume it, fork it, or choose another id.', known.id),
    );
  }
  return known;
}

async function sessionOf(
  place: QuietPlace,
  id: string,
  adoptedOf: string | undefined | false,
): Promise<RegisteredSession | undefined> {
  const registered = await registeredSession(place, id);
  if (registered || adoptedOf === false) {
    return registered;
  }
  // Under two ids, neither would know that the other one speaks in it.
  return (await registeredAs(place, adoptedOf, id)) ?? adoptedSession(place, id, adoptedOf);
}

export function agentOf({ agent }: SessionChoice, known: RegisteredSession | undefined): string {
  const name = agent ?? known?.entry.cli_name;
  if (name === undefined) {
    throw new UserError('no-agent', msg('Say which agent is to do it.'));
  }
  if (known && known.entry.cli_name !== name) {
    throw new UserError(
      'other-agent',
      msg(
        'The session {0} is one of {1}, so {2} cannot go on with it. Choose another session id, or hand over.',
        known.id,
        known.entry.cli_name,
        name,
      ),
    );
  }
  return name;
}
