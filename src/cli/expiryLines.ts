// Transcripts that Claude Code will delete soon, as the guard of the window warns of them.

import type { Retention } from '../core/retention/retention';
import { howToKeep, soonMessage } from '../core/retention/soonMessage';
import { render } from '../core/support/message';
import type { VerbInput } from './verb';

/** Nothing where none goes that is not kept. */
export function expiryLines(
  { expiring }: Pick<Retention, 'expiring'>,
  { t, language }: Pick<VerbInput, 't' | 'language'>,
): string[] {
  const soon = soonMessage(expiring, new Date(), language);
  return soon ? [render(soon, t), `  → ${render(howToKeep, t)}`] : [];
}

export function expiringJson({ expiring }: Pick<Retention, 'expiring'>) {
  return expiring.map(({ transcript, at, isKept }) => ({
    session: transcript.id,
    last_used: transcript.main.modified.toISOString(),
    deleted_from: at.toISOString(),
    bytes: transcript.main.size,
    kept: isKept,
  }));
}
