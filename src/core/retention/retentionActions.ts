// What a project offers around transcripts that Claude Code will delete. Loaded when asked for.

import type { QuietPlace } from '../workplace';
import type { ForgetReport } from './forgetTranscript';
import type { KeepOptions, KeepReport } from './keepTranscripts';
import type { RestoreReport } from './restoreTranscript';
import type { Retention } from './retention';

export interface RetentionActions {
  /** Writes nothing. */
  retention(): Promise<Retention>;
  /** Keeps compressed copies in the user's data folder. Takes nothing away. */
  keepTranscripts(how?: KeepOptions): Promise<KeepReport>;
  /** Where nothing is in its place. */
  restoreTranscript(session: string): Promise<RestoreReport>;
  /** Removes the copies of a session; never what Claude Code has. */
  forgetTranscript(session: string): Promise<ForgetReport>;
  /** `baton.keepTranscripts` of the user's own settings, for the command line and hooks. */
  mirrorKeepTranscripts(value: unknown): Promise<void>;
}

type Act = <T>(action: (place: QuietPlace) => Promise<T>) => Promise<T>;

export function retentionActions({
  look,
  actQuietly,
}: {
  readonly look: Act;
  readonly actQuietly: Act;
}): RetentionActions {
  return {
    retention: () => look(async (place) => (await import('./retention')).retention(place)),
    keepTranscripts: (how) =>
      actQuietly(async (place) => (await import('./keepTranscripts')).keepTranscripts(place, how)),
    restoreTranscript: (session) =>
      look(async (place) =>
        (await import('./restoreTranscript')).restoreTranscript(place, session),
      ),
    forgetTranscript: (session) =>
      look(async (place) => (await import('./forgetTranscript')).forgetTranscript(place, session)),
    mirrorKeepTranscripts: (value) =>
      actQuietly(async (place) =>
        (await import('../settings')).mirrorSetting(place, 'keepTranscripts', value),
      ),
  };
}
