// The lines of a growing file, from an offset on: small synchronous reads into one buffer, because a
// hook has no time for more. Never the file whole, never a line that is too long to be one of ours.

import { readSync } from 'node:fs';

/** More does not fit into a processor's cache: with 256 KiB the same scan takes three times as long. */
const bufferSize = 128 * 1024;
/** Longer lines are skipped; pictures make lines of a few MB. */
export const longestLine = 8 * 1024 * 1024;

/**
 * The line is without its line feed; `offset` is where it begins in the file; `lines`, how many it
 * stands for, one unless told.
 */
export type OnLine = (
  chunk: Buffer,
  start: number,
  end: number,
  offset: number,
  lines?: number,
) => void;

/** Gives back where the last whole line ends: a torn one is for the next time. */
export function readLines(file: number, from: number, to: number, onLine: OnLine): number {
  let buffer: Buffer = Buffer.allocUnsafeSlow(bufferSize);
  /** How much of the buffer is the beginning of a line that goes on. */
  let kept = 0;
  let position = from;
  let done = from;
  let skipping = false;
  while (position < to) {
    if (kept > buffer.length - bufferSize / 4) {
      buffer = enlarged(buffer, kept);
    }
    const read = readSync(
      file,
      buffer,
      kept,
      Math.min(buffer.length - kept, to - position),
      position,
    );
    if (read === 0) {
      break;
    }
    position += read;
    const filled = kept + read;
    const chunk = buffer.subarray(0, filled);
    let start = 0;
    for (let end = chunk.indexOf(10, kept); end >= 0; end = chunk.indexOf(10, start)) {
      if (!skipping && end - start <= longestLine) {
        onLine(chunk, start, end, done);
      }
      skipping = false;
      start = end + 1;
      done = position - filled + start;
    }
    kept = filled - start;
    if (skipping || kept > longestLine) {
      skipping = true;
      kept = 0;
    } else {
      buffer.copyWithin(0, start, filled);
    }
  }
  return done;
}

function enlarged(buffer: Buffer, kept: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(buffer.length * 2);
  buffer.copy(larger, 0, 0, kept);
  return larger;
}
