// What a host shows about the transcripts of a project: which ones go soon, and what is kept.

import { repositoryId } from '../repositoryId';
import { isKeepingTranscripts } from '../settings';
import type { QuietPlace } from '../workplace';
import { type Expiring, expiring } from './expiring';
import { type KeptCopy, keptCopies, keptFolder } from './keptCopies';
import { listTranscripts } from './listTranscripts';
import { type RetentionPeriod, retentionPeriod } from './retentionPeriod';

export interface Retention {
  /** Whether copies are kept without being asked for. */
  readonly isKeeping: boolean;
  readonly period: RetentionPeriod;
  readonly transcripts: number;
  readonly expiring: readonly (Expiring & { readonly isKept: boolean })[];
  readonly kept: readonly KeptSession[];
  /** Of all copies, in bytes. */
  readonly stored: number;
}

export interface KeptSession {
  readonly id: string;
  readonly keptAt: Date;
  /** Unpacked, in bytes. */
  readonly size: number;
  readonly stored: number;
}

export async function retention(place: QuietPlace): Promise<Retention> {
  const period = retentionPeriod(place);
  const transcripts = listTranscripts(place);
  const id = repositoryId(place);
  const copies = id === undefined ? [] : keptCopies(keptFolder(place.dataFolder, id));
  return {
    isKeeping: await isKeepingTranscripts(place),
    period,
    transcripts: transcripts.length,
    expiring: expiring(transcripts, period.days, place.now()).map((each) => ({
      ...each,
      isKept: copies.some(
        ({ of, size }) => of === each.transcript.main.name && size === each.transcript.main.size,
      ),
    })),
    kept: keptSessions(copies),
    stored: copies.reduce((sum, { stored }) => sum + stored, 0),
  };
}

/** The newest first, as copies come. */
function keptSessions(copies: readonly KeptCopy[]): readonly KeptSession[] {
  const ids = new Set(copies.flatMap((copy) => (copy.isSubagent ? [] : [copy.session])));
  return [...ids].map((id) => {
    const ofSession = copies.filter(({ session }) => session === id);
    const sum = (of: (copy: KeptCopy) => number) =>
      ofSession.reduce((total, copy) => total + of(copy), 0);
    return {
      id,
      keptAt: ofSession[0]?.keptAt ?? new Date(0),
      size: sum(({ size }) => size),
      stored: sum(({ stored }) => stored),
    };
  });
}
