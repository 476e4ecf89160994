// Several segments into one, without what is no longer alive. Holds a block of each at a time.

import path from 'node:path';
import { createByteBuffer, createByteReader } from './bytes';
import {
  eachPosting,
  entriesOf,
  openSegment,
  type Segment,
  type SegmentMeta,
  type TermEntry,
  type UnitColumn,
  unitColumns,
} from './segment';
import { createSegmentWriter } from './segmentWriter';

export interface MergeSource {
  readonly meta: SegmentMeta;
  isAlive(unit: number, file: number): boolean;
}

export interface Merged {
  readonly meta: SegmentMeta;
  /** Where a unit of a source is now; -1 when it is gone. */
  unitOf(source: string, unit: number): number;
}

export async function mergeSegments(
  folder: string,
  sources: readonly MergeSource[],
  name: string,
  pause: () => Promise<void>,
): Promise<Merged> {
  const open: Segment[] = [];
  const writer = createSegmentWriter(path.join(folder, name), name);
  let isDone = false;
  try {
    open.push(...sources.map(({ meta }) => openSegment(path.join(folder, meta.name), meta)));
    const { moved, units, count } = renumbered(sources, open);
    const cursors = open.map((segment, index) => createCursor(segment, moved[index]));
    const postings = createByteBuffer();
    for (let written = 1; ; written++) {
      const term = lowest(cursors);
      if (!term) {
        break;
      }
      let total = 0;
      let before = -1;
      postings.clear();
      for (const cursor of cursors) {
        if (cursor.term?.equals(term)) {
          cursor.each((unit, times) => {
            postings.number((unit - before - 1) * 2 + (times > 1 ? 1 : 0));
            if (times > 1) {
              postings.number(times);
            }
            before = unit;
            total++;
          });
          cursor.next();
        }
      }
      if (total > 0) {
        writer.term(term, total, postings.view());
      }
      if (written % 20_000 === 0) {
        await pause();
      }
    }
    const meta = writer.finish(units, count);
    isDone = true;
    const bySource = new Map(sources.map((source, index) => [source.meta.name, moved[index]]));
    return { meta, unitOf: (source, unit) => bySource.get(source)?.[unit] ?? -1 };
  } finally {
    open.forEach((segment) => {
      segment.close();
    });
    if (!isDone) {
      writer.abandon();
    }
  }
}

function renumbered(sources: readonly MergeSource[], open: readonly Segment[]) {
  const most = open.reduce((sum, { meta }) => sum + meta.units, 0);
  const units = Object.fromEntries(
    unitColumns.map((column) => [column, new Uint32Array(most)]),
  ) as Record<UnitColumn, Uint32Array<ArrayBuffer>>;
  let count = 0;
  const moved = open.map((segment, index) => {
    const to = new Int32Array(segment.meta.units).fill(-1);
    for (let unit = 0; unit < to.length; unit++) {
      if (sources[index]?.isAlive(unit, segment.units.file[unit] ?? 0)) {
        for (const column of unitColumns) {
          units[column][count] = segment.units[column][unit] ?? 0;
        }
        to[unit] = count++;
      }
    }
    return to;
  });
  return { moved, units, count };
}

interface Cursor {
  /** undefined at the end. */
  readonly term: Buffer | undefined;
  next(): void;
  each(onUnit: (unit: number, times: number) => void): void;
}

function createCursor(segment: Segment, moved: Int32Array | undefined): Cursor {
  const blocks = segment.contents.blocks.values();
  let block: Buffer = Buffer.allocUnsafeSlow(64 * 1024).subarray(0, 0);
  let entries = entriesOf(block);
  let entry: (TermEntry & { term: Buffer }) | undefined;
  const next = (): void => {
    for (;;) {
      const step = entries.next();
      if (step.done !== true) {
        entry = { ...step.value, term: Buffer.from(step.value.term) };
        return;
      }
      const place = blocks.next().value;
      if (!place) {
        entry = undefined;
        return;
      }
      block = segment.readBlock(place, block);
      entries = entriesOf(block);
    }
  };
  next();
  return {
    get term() {
      return entry?.term;
    },
    next,
    each: (onUnit) => {
      if (entry) {
        eachPosting(createByteReader(block, entry.start), entry.count, (unit, times) => {
          const to = moved?.[unit] ?? -1;
          if (to >= 0) {
            onUnit(to, times);
          }
        });
      }
    },
  };
}

function lowest(cursors: readonly Cursor[]): Buffer | undefined {
  let found: Buffer | undefined;
  for (const { term } of cursors) {
    if (term && (!found || Buffer.compare(term, found) < 0)) {
      found = term;
    }
  }
  return found;
}
