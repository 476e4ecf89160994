// The turns of a transcript, from where it was read last: from what a person said to what they said
// next, and in very long ones every so often.

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parsedJson } from '../transcript/parsedJson';
import { readerOf } from '../transcript/readers';
import { hashBefore } from '../transcript/sameFile';
import type { TranscriptEvent, TranscriptReader } from '../transcript/transcriptEvent';
import { readLines } from '../transcript/transcriptLines';
import { recordLines } from '../transcript/transcriptRecords';
import { eventText } from './eventText';
import type { OpenTurn, SourceFile, TranscriptReading } from './searchFile';
import { shownText } from './shownText';

export interface TurnSink {
  text(text: string): void;
  /** Ends the turn; says where it is now. */
  unit(row: { place: number; extent: number; line: number; at: number }): {
    readonly segment: string;
    readonly unit: number;
  };
  /** Called every few megabytes, with what was read so far: may write it away. */
  pause(reading: TranscriptReading, read: number): Promise<void>;
}

/** Of the file: a turn of an agent may go on for hours. */
const longestTurn = 128 * 1024;
const pieceSize = 2 * 1024 * 1024;
/** Places are kept in 32 bits. */
const longestFile = 0xffff_ffff;
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** What is known of this very file, else undefined: then all of it is read anew. */
export function readingGoesOn(file: string, known: TranscriptReading): boolean {
  return (
    withTranscript(file, (handle) => {
      const { dev, ino, size } = fstatSync(handle);
      return (
        known.dev === dev &&
        known.ino === ino &&
        known.offset <= size &&
        known.hash === hashBefore(handle, known.offset)
      );
    }) ?? false
  );
}

/** undefined where it cannot be read. */
export async function readTurns(
  { path: file, transcript }: SourceFile,
  known: TranscriptReading | undefined,
  sink: TurnSink,
): Promise<TranscriptReading | undefined> {
  if (!transcript) {
    return undefined;
  }
  const reader = await readerOf(transcript.agent);
  return withTranscript(file, async (handle) => {
    const { dev, ino, size } = fstatSync(handle);
    const turns = createTurns(handle, reader, known, sink);
    const end = Math.min(size, longestFile);
    const reading = (
      at: Pick<TranscriptReading, 'offset' | 'line' | 'turn'>,
    ): TranscriptReading => {
      const hash = hashBefore(handle, at.offset);
      return { ...transcript, dev, ino, ...at, hash };
    };
    const onLine = recordLines(file, turns.line);
    let piece = pieceSize;
    for (let offset = turns.settled().offset; offset < end;) {
      const done = readLines(handle, offset, Math.min(end, offset + piece), onLine);
      const isEnd = offset + piece >= end;
      piece = done === offset ? piece * 2 : pieceSize;
      turns.readTo(done);
      await sink.pause(reading(turns.settled()), done - offset);
      await nextTurn();
      offset = done;
      if (isEnd) {
        break;
      }
    }
    return reading(turns.settle());
  });
}

function createTurns(
  handle: number,
  reader: TranscriptReader,
  known: TranscriptReading | undefined,
  sink: TurnSink,
) {
  // The last turn is read again: it may go on.
  let start = known?.turn?.place ?? known?.offset ?? 0;
  let startLine = known?.turn?.line ?? known?.line ?? 1;
  let line = startLine;
  let end = start;
  let at = 0;
  let isEmpty = true;

  const endTurn = (): OpenTurn | undefined => {
    const turn = isEmpty
      ? undefined
      : {
          ...sink.unit({ place: start, extent: end - start, line: startLine, at }),
          place: start,
          line: startLine,
        };
    start = end;
    startLine = line;
    isEmpty = true;
    at = 0;
    return turn;
  };
  return {
    /** Up to where all turns have ended. */
    settled: () => ({ offset: start, line: startLine }),
    readTo: (offset: number): void => {
      // Lines that are too long to be ours are lines still.
      line += offset > end ? lineFeeds(handle, end, offset) : 0;
      end = offset;
    },
    /** Ends the last turn as far as it is there. */
    settle: () => {
      const turn = endTurn();
      return { offset: end, line, turn };
    },
    line: (chunk: Buffer, from: number, to: number, offset: number, lines = 1): void => {
      if (offset > end) {
        line += lineFeeds(handle, end, offset);
        end = offset;
      }
      const events = eventsOf(reader, chunk, from, to);
      if (events.some(({ kind }) => kind === 'prompt') || end - start >= longestTurn) {
        endTurn();
      }
      for (const event of events) {
        const text = eventText(event);
        if (text !== '') {
          sink.text(shownText(text));
          isEmpty = false;
          at ||= secondsOf(event);
        }
      }
      line += lines;
      end = offset + to - from + 1;
    },
  };
}

/** All that is shown of a line: what a subagent said, too. */
export function eventsOf(
  reader: TranscriptReader,
  chunk: Buffer,
  from: number,
  to: number,
): readonly TranscriptEvent[] {
  const isAside = () =>
    reader.aside !== undefined &&
    chunk.subarray(from, Math.min(to, from + 400)).includes('"isSidechain":true');
  if (!reader.matters(chunk, from, to) && !isAside()) {
    return [];
  }
  const line = parsedJson(chunk, from, to);
  return line ? (reader.aside?.(line) ?? reader.events(line)) : [];
}

/** Closes it when what it is used for has ended, however it ended. */
export function withTranscript<T>(file: string, use: (handle: number) => T): T | undefined {
  let handle: number;
  try {
    handle = openSync(file, flags);
  } catch {
    return undefined;
  }
  let isWaited = false;
  try {
    const result = fstatSync(handle).isFile() ? use(handle) : undefined;
    if (result instanceof Promise) {
      isWaited = true;
      return result.finally(() => {
        closeSync(handle);
      }) as T;
    }
    return result;
  } finally {
    if (!isWaited) {
      closeSync(handle);
    }
  }
}

function secondsOf(event: TranscriptEvent): number {
  const time = event.kind === 'session' ? NaN : Date.parse(event.at ?? '');
  return Number.isFinite(time) && time > 0 ? Math.floor(time / 1000) : 0;
}

function lineFeeds(handle: number, from: number, to: number): number {
  const buffer = Buffer.allocUnsafe(64 * 1024);
  let count = 0;
  for (let position = from; position < to;) {
    const read = readSync(handle, buffer, 0, Math.min(buffer.length, to - position), position);
    if (read === 0) {
      break;
    }
    for (let at = buffer.subarray(0, read).indexOf(10); at >= 0 && at < read;) {
      count++;
      at = buffer.subarray(0, read).indexOf(10, at + 1);
    }
    position += read;
  }
  return count;
}
