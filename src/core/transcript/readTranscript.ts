// Reads what a transcript has gained since it was last read, and folds it into its digest. Reads all
// of it only when there is no digest yet, when it is another file now, or when a person went back.

import { closeSync } from 'node:fs';
import { type Digest, emptyDigest } from './digest';
import { createFolding, type Folding } from './foldDigest';
import { openTranscript } from './openTranscript';
import { parsedJson } from './parsedJson';
import { isReading, type Reading, readingVersion } from './reading';
import { createRewinds, type Range } from './rewinds';
import { hashBefore } from './sameFile';
import type { TranscriptEvent, TranscriptReader } from './transcriptEvent';
import { type OnLine, readLines } from './transcriptLines';

/**
 * `known` is what it gave back before, from wherever that was kept; it is used up, because
 * its digest is changed and not copied. Undefined when there is no such file, or it cannot be read.
 */
export function readTranscript(
  file: string,
  reader: TranscriptReader,
  known?: unknown,
): Reading | undefined {
  const opened = openTranscript(file);
  if (!opened) {
    return undefined;
  }
  const { handle, stats } = opened;
  try {
    const { dev, ino, size } = stats;
    const identity = { version: readingVersion, agent: reader.agent, file, dev, ino } as const;
    const state = readOn(handle, size, reader, since(handle, size, identity, known));
    return { ...identity, ...state };
  } catch {
    return undefined;
  } finally {
    closeSync(handle);
  }
}

type State = Pick<Reading, 'offset' | 'hash' | 'takenBack' | 'digest'>;

/** What is known of this very file, else nothing. */
function since(
  handle: number,
  size: number,
  { agent, dev, ino }: Pick<Reading, 'agent' | 'dev' | 'ino'>,
  known: unknown,
): State {
  const isSame =
    isReading(known) &&
    known.agent === agent &&
    known.dev === dev &&
    known.ino === ino &&
    known.offset <= size &&
    known.hash === hashBefore(handle, known.offset);
  return isSame ? known : { offset: 0, hash: '', takenBack: [], digest: emptyDigest() };
}

function readOn(handle: number, size: number, reader: TranscriptReader, state: State): State {
  const rewinds = createRewinds(handle, state.takenBack);
  const folding = createFolding(state.digest);
  const foldLine = lineFold(reader, folding, (event, at) => {
    if (event.kind === 'prompt') {
      seePrompt(rewinds, folding.digest, event, at);
    }
    folding.fold(event, at);
  });
  const offset = readLines(handle, state.offset, size, foldLine);
  return {
    offset,
    hash: hashBefore(handle, offset),
    takenBack: rewinds.ranges,
    digest: rewinds.hasFound ? foldAgain(handle, offset, reader, rewinds.ranges) : folding.settle(),
  };
}

function seePrompt(
  rewinds: ReturnType<typeof createRewinds>,
  { first, prompts, compactions, session }: Digest,
  { parent }: Extract<TranscriptEvent, { kind: 'prompt' }>,
  offset: number,
): void {
  const isWhole = compactions.count === 0 && session.parentId === undefined;
  const root = first?.isRoot && isWhole ? first.offset : undefined;
  rewinds.see(parent, offset, prompts.at(-1)?.offset, root);
}

function foldAgain(
  handle: number,
  size: number,
  reader: TranscriptReader,
  takenBack: readonly Range[],
): Digest {
  const folding = createFolding(emptyDigest());
  let next = 0;
  const foldLine = lineFold(reader, folding, (event, at) => {
    while ((takenBack[next]?.[1] ?? Infinity) <= at) {
      next++;
    }
    folding.fold(event, at, (takenBack[next]?.[0] ?? Infinity) <= at);
  });
  readLines(handle, 0, size, foldLine);
  return folding.settle();
}

/** One function for all lines: a new one for each is most of what there would be to clean up. */
function lineFold(
  reader: TranscriptReader,
  folding: Folding,
  onEvent: (event: TranscriptEvent, offset: number) => void,
): OnLine {
  return (chunk, start, end, offset) => {
    let events = reader.glance?.(chunk, start, end);
    if (events?.length === 0) {
      return;
    }
    const first = events?.[0];
    if (first?.kind === 'result' && folding.needsResult(first.call)) {
      events = undefined;
    }
    if (!events && (reader.glance || reader.matters(chunk, start, end))) {
      const line = parsedJson(chunk, start, end);
      events = line && reader.events(line);
    }
    for (const event of events ?? []) {
      onEvent(event, offset);
    }
  };
}
