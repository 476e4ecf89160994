// Which transcripts Claude Code will delete soon. It goes by the time of the last change, and sweeps
// when it runs: nothing is deleted to the minute, and nothing while it does not run.

import type { Transcript } from './listTranscripts';

export interface Expiring {
  readonly transcript: Transcript;
  /** From then on; in the past when it may be gone with the next start of Claude Code. */
  readonly at: Date;
}

const day = 86_400_000;
export const warnedDaysAhead = 7;

/** The next first. */
export function expiring(
  transcripts: readonly Transcript[],
  days: number | undefined,
  now: Date,
  daysAhead = warnedDaysAhead,
): Expiring[] {
  if (days === undefined) {
    return [];
  }
  const until = now.getTime() + daysAhead * day;
  return transcripts
    .map((transcript) => ({
      transcript,
      // Somebody who means never writes a number for which there is no date.
      at: new Date(Math.min(transcript.main.modified.getTime() + days * day, 8.64e15)),
    }))
    .filter(({ at }) => at.getTime() <= until)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}
