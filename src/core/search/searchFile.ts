// A file of the project or of an agent, as the search knows it.

import type { AgentName } from '../transcript/transcriptEvent';

export const searchKinds = ['handover', 'decisions', 'contexts', 'transcripts'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** By these it is told whether a file is as it was. */
export interface SearchedFile {
  /** Absolute. */
  readonly path: string;
  readonly kind: SearchKind;
  /** -1 where it has to be looked at again. */
  readonly size: number;
  /** Milliseconds. */
  readonly changedAt: number;
  /** Of its entry in the folder; 0 of a transcript. */
  readonly entryAt: number;
  readonly ino: number;
}

export interface SourceFile extends SearchedFile {
  readonly transcript?: { readonly agent: AgentName; readonly session: string } | undefined;
}

/** The last turn of a transcript, which may go on. */
export interface OpenTurn {
  readonly segment: string;
  readonly unit: number;
  readonly place: number;
  readonly line: number;
}

/** How far a transcript was read. */
export interface TranscriptReading {
  readonly agent: AgentName;
  readonly session: string;
  readonly dev: number;
  readonly ino: number;
  readonly offset: number;
  /** The line that begins there. */
  readonly line: number;
  readonly hash: string;
  readonly turn?: OpenTurn | undefined;
}

export interface IndexedFile extends SearchedFile {
  /** Another one whenever all of it was read anew. */
  readonly id: number;
  readonly reading?: TranscriptReading | undefined;
}
