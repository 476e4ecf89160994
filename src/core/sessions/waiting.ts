// An agent says that it waits for its user, outside of any question of Baton.

import { redactSecrets } from '../detection/secrets/redact';
import type { LockOptions } from '../stores/lock';
import { shortLine } from '../support/plainText';
import { createLivenessLook } from './agentProcess';
import { factsOf } from './seenSession';
import { changeMeta } from './sessionMeta';
import { sessionFolder, type SessionPlace } from './sessionPlace';

/** Told again before anything happened, it is the same wait. */
export async function noteWaiting(
  place: SessionPlace,
  id: string,
  { kind, message }: { readonly kind: string; readonly message: string },
  lock?: LockOptions,
): Promise<void> {
  const folder = sessionFolder(place.paths, id);
  await changeMeta(
    place,
    id,
    (meta) => {
      const isKnown = factsOf(folder, meta, createLivenessLook(), 0).isWaiting;
      return isKnown
        ? meta
        : {
            ...meta,
            status: 'waiting',
            waitingFor: {
              kind: shortLine(kind, 40),
              message: shortLine(redactSecrets(message)),
              since: place.now().toISOString(),
            },
          };
    },
    lock,
  );
}
