// What stands in a unit, by line of its file, as it may be shown: redacted, without control characters.

import { readSync } from 'node:fs';
import { readFileWithin } from '../stores/fileWithin';
import { readerOf } from '../transcript/readers';
import { longestLine, type OnLine, readLines } from '../transcript/transcriptLines';
import { recordLines } from '../transcript/transcriptRecords';
import type { AgentName } from '../transcript/transcriptEvent';
import { eventText } from './eventText';
import type { SearchKind } from './searchFile';
import { shownJson, shownLines, shownText } from './shownText';
import { eventsOf, withTranscript } from './transcriptUnits';

export interface UnitLine {
  /** From 1, in the file. */
  readonly line: number;
  readonly text: string;
  /** Said by somebody, not put out by a tool. */
  readonly isSaid: boolean;
}

export interface UnitRange {
  readonly place: number;
  readonly extent: number;
  readonly line: number;
}

/** Its lines, of a file of the project; none when it is gone. */
export function documentLines(
  file: string,
  kind: SearchKind,
  roots: readonly string[],
  { place, extent }: UnitRange,
): UnitLine[] {
  const seen = roots
    .map((root) => readFileWithin(file, root))
    .find((each) => each.kind !== 'outside');
  if (seen?.kind !== 'ok') {
    return [];
  }
  return shownLines(seen.bytes.toString('utf8'))
    .split('\n')
    .slice(place - 1, place - 1 + extent)
    .map((each, index) => {
      const text = kind === 'contexts' ? shownJson(each) : each;
      return { line: place + index, text, isSaid: true };
    });
}

/** What was said and done in it, one piece for each. */
export async function turnLines(
  file: string,
  agent: AgentName,
  { place, extent, line: first }: UnitRange,
): Promise<UnitLine[]> {
  const reader = await readerOf(agent);
  const lines: UnitLine[] = [];
  let line = first;
  let end = place;
  const onLine: OnLine = (chunk, from, to, offset, spans = 1) => {
    // A line that is too long to be ours was passed over.
    line += offset > end ? 1 : 0;
    for (const event of eventsOf(reader, chunk, from, to)) {
      const text = eventText(event);
      if (text !== '') {
        const isSaid = event.kind === 'prompt' || event.kind === 'said';
        lines.push({ line, text: shownText(text), isSaid });
      }
    }
    line += spans;
    end = offset + to - from + 1;
  };
  withTranscript(file, (handle) => {
    const done = readLines(handle, place, place + extent, recordLines(file, onLine));
    // Only where the file is another one by now.
    const rest = Buffer.alloc(Math.min(longestLine, Math.max(0, place + extent - done)));
    const read = readSync(handle, rest, 0, rest.length, done);
    if (read > 0) {
      onLine(rest, 0, read, done);
    }
  });
  return lines;
}
