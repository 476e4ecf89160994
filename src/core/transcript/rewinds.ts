// `/rewind` leaves no mark in Claude Code's transcript: a prompt just follows an older line than the
// one before it, and what came after that older line was taken back.

import { readSync } from 'node:fs';

/** From the first byte that was taken back to the prompt that replaced it. */
export type Range = readonly [start: number, end: number];

/** The line before a prompt is nearly always within this. */
const firstWindow = 4 * 1024;
const largestWindow = 1024 * 1024;
/** Of bytes, in one read of a transcript: a file of prompts without parents must not hang a hook. */
const searchBudget = 512 * 1024 * 1024;
const mostRanges = 100;

export function createRewinds(file: number, known: readonly Range[]) {
  const bytesAt = createByteReader(file);
  let ranges = [...known];
  let hasFound = false;
  let budget = searchBudget;

  /** Where the line with this id ends, looking back from `to` to `from`. */
  const lineEndOf = (id: string, from: number, to: number): number => {
    let end = to;
    let size = firstWindow;
    const overlap = 2 * id.length + 32;
    while (end > from && budget > 0) {
      const start = Math.max(from, end - size);
      // The part of the window before it, too: the id may lie across the edge.
      const chunk = bytesAt(start, Math.min(to, end + overlap));
      budget -= chunk.length;
      const at = idIn(chunk, id);
      if (at >= 0) {
        return lineEnd(start + at, to);
      }
      end = start;
      size = Math.min(size * 4, largestWindow);
    }
    return -1;
  };

  const lineEnd = (from: number, to: number): number => {
    for (let start = from; start < to; start += largestWindow) {
      const at = bytesAt(start, Math.min(to, start + largestWindow)).indexOf(10);
      if (at >= 0) {
        return start + at + 1;
      }
    }
    return to;
  };

  const takeBack = (start: number, end: number) => {
    hasFound = true;
    // Whoever goes back into what was taken back has that part again.
    ranges = [
      ...ranges.filter(
        ([from, to]) => !(from < start && start <= to) && !(start <= from && to <= end),
      ),
      [start, end] as const,
    ].sort(([a], [b]) => a - b);
  };

  return {
    get ranges(): readonly Range[] {
      return ranges;
    },
    /** Whether there are more than were known. */
    get hasFound(): boolean {
      return hasFound;
    },
    /**
     * A prompt at `offset`; `last` is where the prompt before it is, `root` where the first one is,
     * if that follows nothing.
     */
    see(
      parent: string | undefined,
      offset: number,
      last: number | undefined,
      root: number | undefined,
    ): void {
      if (parent === undefined || last === undefined || ranges.length >= mostRanges) {
        return;
      }
      // Tools that ran side by side make branches, too: only what takes back a prompt counts.
      const start =
        parent === ''
          ? (root ?? -1)
          : lineEndOf(parent, last, offset) < 0
            ? lineEndOf(parent, 0, last)
            : -1;
      if (start >= 0) {
        takeBack(start, offset);
      }
    },
  };
}

/** Into one buffer, which the next read overwrites. */
function createByteReader(file: number) {
  let buffer: Buffer = Buffer.allocUnsafeSlow(2 * firstWindow);
  return (start: number, end: number): Buffer => {
    if (buffer.length < end - start) {
      buffer = Buffer.allocUnsafeSlow(end - start);
    }
    let filled = 0;
    while (filled < end - start) {
      const read = readSync(file, buffer, filled, end - start - filled, start + filled);
      if (read === 0) {
        break;
      }
      filled += read;
    }
    return buffer.subarray(0, filled);
  };
}

/** As the line's own id, not as what another one points at; the last one. */
function idIn(chunk: Buffer, id: string): number {
  for (let at = chunk.lastIndexOf(`"${id}"`); at >= 0;) {
    if (/"uuid"\s*:\s*$/.test(chunk.toString('latin1', Math.max(0, at - 16), at))) {
      return at;
    }
    at = at === 0 ? -1 : chunk.lastIndexOf(`"${id}"`, at - 1);
  }
  return -1;
}
