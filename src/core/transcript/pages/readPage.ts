// A transcript in pages, each a range of bytes of the file: whichever is asked for is read at once,
// however long the file is, and the pages that are there stay the same while it grows.

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { parsedJson } from '../parsedJson';
import type { TranscriptReader } from '../transcriptEvent';
import { longestLine, type OnLine, readLines } from '../transcriptLines';
import { isOneDocument, recordLines, recordStart } from '../transcriptRecords';
import { createPageEntries, type PageEntry } from './pageEntries';

const pageBytes = 512 * 1024;
const searchBytes = 64 * 1024;
const lineFeed = Buffer.from('\n');
/** Pages that are looked into for one that has something: files may hold much that nobody said. */
const mostEmptyPages = 64;

export interface TranscriptPage {
  readonly file: string;
  /** The first one is 1. */
  readonly page: number;
  readonly pages: number;
  readonly entries: readonly PageEntry[];
}

/** undefined where there is no such plain file, or it cannot be read; a page that is not there is the last. */
export function readPage(
  file: string,
  reader: TranscriptReader,
  page: number,
): TranscriptPage | undefined {
  return withFile(file, (handle, size) => pageOf({ file, handle, size, reader }, page));
}

/** The last page on which there is something. */
export function readLastPage(file: string, reader: TranscriptReader): TranscriptPage | undefined {
  return withFile(file, (handle, size) => pageWith({ file, handle, size, reader }, Infinity, -1));
}

/** The next page on which there is something, or the one before; else the one that was asked for. */
export function readNextPage(
  file: string,
  reader: TranscriptReader,
  from: number,
  step: 1 | -1,
): TranscriptPage | undefined {
  return withFile(file, (handle, size) =>
    pageWith({ file, handle, size, reader }, from + step, step),
  );
}

/** On which page the line is that begins at this byte. */
export function pageOfOffset(offset: number): number {
  return Math.floor(Math.max(0, offset) / pageBytes) + 1;
}

interface Source {
  readonly file: string;
  readonly handle: number;
  readonly size: number;
  readonly reader: TranscriptReader;
}

function withFile<T>(file: string, read: (handle: number, size: number) => T): T | undefined {
  let handle: number;
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(handle);
    return stats.isFile() ? read(handle, stats.size) : undefined;
  } finally {
    closeSync(handle);
  }
}

function pageWith(source: Source, from: number, step: 1 | -1): TranscriptPage {
  const first = pageOf(source, from);
  let found = first;
  for (let tried = 1; found.entries.length === 0 && tried < mostEmptyPages; tried++) {
    const next = found.page + step;
    if (next < 1 || next > found.pages) {
      break;
    }
    found = pageOf(source, next);
  }
  return found.entries.length > 0 ? found : first;
}

function pageOf(source: Source, asked: number): TranscriptPage {
  const { file, size } = source;
  const pages = Math.max(1, Math.ceil(size / pageBytes));
  const page = Math.min(Math.max(1, asked), pages);
  const start = lineStart(source, (page - 1) * pageBytes, pageBytes);
  // A line that ends out of reach is too long to be one of ours, so the page ends within it.
  const end = lineStart(source, page * pageBytes, longestLine + 1) ?? page * pageBytes;
  const entries = start === undefined ? [] : entriesOf(source, start, end);
  return { file, page, pages, entries };
}

/** Where the first line begins that does not begin before `from`; undefined when there is none within reach. */
function lineStart(
  { file, handle, size }: Source,
  from: number,
  reach: number,
): number | undefined {
  if (from === 0 || from >= size) {
    return Math.min(from, size);
  }
  const buffer = Buffer.allocUnsafe(searchBytes);
  const limit = Math.min(size, from + reach);
  const between = isOneDocument(file) ? recordStart : lineFeed;
  // The byte before it may be the end of a line.
  for (let position = from - 1; position < limit;) {
    const read = readSync(handle, buffer, 0, Math.min(searchBytes, limit - position), position);
    const at = buffer.subarray(0, read).indexOf(between);
    if (at >= 0) {
      return position + at + 1;
    }
    if (read < between.length) {
      break;
    }
    // It may begin at the end of this and go on in the next.
    position += read - between.length + 1;
  }
  // The last one is on the page that it begins on, however far it goes.
  return limit === size ? size : undefined;
}

function entriesOf({ file, handle, size, reader }: Source, start: number, end: number) {
  const entries = createPageEntries();
  const onLine: OnLine = (chunk, from, to, offset) => {
    // All of them: what a subagent said does not matter to the session, but to whoever reads it.
    const line = parsedJson(chunk, from, to);
    const aside = line && reader.aside?.(line);
    for (const event of aside ?? (line ? reader.events(line) : [])) {
      entries.add(event, offset, aside !== undefined);
    }
  };
  const done = readLines(handle, start, end, recordLines(file, onLine));
  // Whoever was killed did not end the last line, which may still be a whole one.
  if (end === size && size - done > 0 && size - done <= longestLine) {
    const rest = Buffer.alloc(size - done);
    onLine(rest, 0, readSync(handle, rest, 0, rest.length, done), done);
  }
  return entries.all;
}
