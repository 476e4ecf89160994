// What a host shows about the transcripts of a project: which ones go soon, and what is kept.

import { type IdPlace, repositoryId } from '../repositoryId';
import { isKeepingTranscripts } from '../settings';
import type { QuietPlace } from '../workplace';
import type { ClaudeFacts } from './claudeFolder';
import { type Expiring, expiring } from './expiring';
import { type KeptCopy, keptCopies, keptFolder } from './keptCopies';
import { listTranscripts } from './listTranscripts';
import { type RetentionPeriod, retentionPeriod } from './retentionPeriod';

export interface Retention {
  /** Whether copies are kept without being asked for. */
  readonly isKeeping: boolean;
  readonly period: RetentionPeriod;
  readonly transcripts: number;
  readonly expiring: readonly ExpiringHere[];
  readonly kept: readonly KeptSession[];
  /** Of all copies, in bytes. */
  readonly stored: number;
}

export interface ExpiringHere extends Expiring {
  readonly isKept: boolean;
}

/** What is looked at; nothing of it is started. */
export type RetentionPlace = ClaudeFacts & IdPlace & Pick<QuietPlace, 'dataFolder' | 'now'>;

export interface KeptSession {
  readonly id: string;
  readonly keptAt: Date;
  /** Unpacked, in bytes. */
  readonly size: number;
  readonly stored: number;
}

export async function retention(place: QuietPlace): Promise<Retention> {
  const { copies, ...known } = transcriptsHere(place);
  return {
    isKeeping: await isKeepingTranscripts(place),
    ...known,
    kept: keptSessions(copies),
    stored: copies.reduce((sum, { stored }) => sum + stored, 0),
  };
}

/** Which ones there are, and of which that go soon there is a copy. */
export function transcriptsHere(place: RetentionPlace) {
  const period = retentionPeriod(place);
  const transcripts = listTranscripts(place);
  const id = repositoryId(place);
  const copies = id === undefined ? [] : keptCopies(keptFolder(place.dataFolder, id));
  return {
    period,
    transcripts: transcripts.length,
    expiring: expiring(transcripts, period.days, place.now()).map((each) => ({
      ...each,
      isKept: copies.some(
        ({ of, size }) => of === each.transcript.main.name && size === each.transcript.main.size,
      ),
    })),
    copies,
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
