// The warning of transcripts that Claude Code will delete soon, for every host. Pure.

import { type Message, msg } from '../support/message';
import { relativeTime } from '../support/relativeTime';
import type { ExpiringHere } from './retention';

/** undefined when nothing goes soon that is not kept. */
export function soonMessage(
  expiring: readonly ExpiringHere[],
  now: Date,
  language: string,
): Message | undefined {
  const [first, ...more] = expiring.filter(({ isKept }) => !isKept);
  if (!first) {
    return undefined;
  }
  const { at, transcript } = first;
  const used = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' }).format(
    transcript.main.modified,
  );
  const when = relativeTime(at.toISOString(), now, language);
  const isDue = at <= now;
  if (more.length === 0) {
    return isDue
      ? msg(
          'Claude Code may delete 1 transcript of this project at its next start (last used {0}).',
          used,
        )
      : msg(
          'Claude Code will delete 1 transcript of this project {0} (last used {1}).',
          when,
          used,
        );
  }
  const count = more.length + 1;
  return isDue
    ? msg(
        'Claude Code may delete transcripts of this project at its next start: {0} in the next days, the oldest last used {1}.',
        count,
        used,
      )
    : msg(
        'Claude Code will delete {0} transcripts of this project, the first {1} (last used {2}).',
        count,
        when,
        used,
      );
}

/** For a terminal; a window has a button. */
export const howToKeep = msg('Run "baton context keep --now": it keeps copies of them.');
