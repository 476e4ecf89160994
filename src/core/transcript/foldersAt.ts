// In which folder an agent was when it wrote some lines of its transcript. Only these lines are read.

import { closeSync, readSync } from 'node:fs';
import { openTranscript } from './openTranscript';
import { parsedJson } from './parsedJson';
import type { TranscriptReader } from './transcriptEvent';
import { longestLine } from './transcriptLines';

/** By where each line begins; those are missing that do not say it. */
export function foldersAt(
  file: string,
  reader: TranscriptReader,
  offsets: Iterable<number>,
): ReadonlyMap<number, string> {
  const folders = new Map<number, string>();
  const opened = openTranscript(file);
  if (!opened) {
    return folders;
  }
  try {
    let buffer: Buffer = Buffer.allocUnsafeSlow(16 * 1024);
    for (const offset of new Set(offsets)) {
      const [line, larger] = lineAt(opened.handle, offset, buffer);
      buffer = larger;
      const parsed = parsedJson(line, 0, line.length);
      for (const event of parsed ? reader.events(parsed) : []) {
        if (event.kind === 'session' && event.cwd !== undefined) {
          folders.set(offset, event.cwd);
        }
      }
    }
  } finally {
    closeSync(opened.handle);
  }
  return folders;
}

/** In the buffer, or in a larger one where it is too long for it. */
function lineAt(file: number, offset: number, buffer: Buffer): [line: Buffer, buffer: Buffer] {
  let filled = 0;
  for (;;) {
    const read = readSync(file, buffer, filled, buffer.length - filled, offset + filled);
    const end = buffer.subarray(0, filled + read).indexOf(10, filled);
    filled += read;
    if (end >= 0 || read === 0 || filled > longestLine) {
      return [buffer.subarray(0, Math.max(0, end)), buffer];
    }
    if (filled === buffer.length) {
      const larger = Buffer.allocUnsafeSlow(buffer.length * 2);
      buffer.copy(larger, 0, 0, filled);
      buffer = larger;
    }
  }
}
