// A part of the search index on disk, written once: blocks of terms in order, each with the units that
// have it, then the units, then where all of that is. Only the blocks of what is asked for are read,
// and each is held against its checksum.
//
// A unit is what all words of a question have to be in: a document, an entry, a turn.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type ByteReader, checksum, createByteReader } from './bytes';

export interface SegmentMeta {
  readonly name: string;
  readonly size: number;
  readonly units: number;
  /** Where its table of contents begins, and its checksum. */
  readonly contents: number;
  readonly sum: number;
}

export interface BlockPlace {
  /** The first term in it. */
  readonly first: string;
  readonly at: number;
  readonly size: number;
  readonly sum: number;
}

export interface Contents {
  readonly blocks: readonly BlockPlace[];
  /** In the order of the columns. */
  readonly columns: readonly Omit<BlockPlace, 'first'>[];
}

/** One row per unit. */
export const unitColumns = ['file', 'place', 'extent', 'line', 'at'] as const;
export type UnitColumn = (typeof unitColumns)[number];
/**
 * `file`: its number; `place`: where it begins, a byte of a transcript, else a line; `extent`: how far
 * it goes, in the same; `line`: its first line, from 1; `at`: seconds.
 */
export type Units = Readonly<Record<UnitColumn, Uint32Array>>;
export type UnitRow = Readonly<Record<UnitColumn, number>>;

/** The index is not what was written: it is made anew. */
export class DamagedIndex extends Error {
  override readonly name = 'DamagedIndex';

  /** By name: bundles carry their own copy of this class. */
  static is(error: unknown): boolean {
    return error instanceof Error && error.name === 'DamagedIndex';
  }
}

export interface Segment {
  readonly meta: SegmentMeta;
  readonly contents: Contents;
  readonly units: Units;
  /** `into`: to be used again where it is large enough. */
  readBlock(block: BlockPlace, into?: Buffer): Buffer;
  close(): void;
}

export function openSegment(file: string, meta: SegmentMeta): Segment {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (error) {
    throw new DamagedIndex(`${file}: ${String(error)}`);
  }
  const read = (at: number, size: number, sum: number, into?: Buffer): Buffer => {
    const isFitting = into !== undefined && into.buffer.byteLength >= size;
    const bytes = isFitting ? Buffer.from(into.buffer, 0, size) : Buffer.allocUnsafeSlow(size);
    if (readSync(handle, bytes, 0, size, at) !== size || checksum(bytes) !== sum) {
      throw new DamagedIndex(`${file} is damaged at ${at}.`);
    }
    return bytes;
  };
  try {
    if (fstatSync(handle).size !== meta.size) {
      throw new DamagedIndex(`${file} has another size.`);
    }
    const json = read(meta.contents, meta.size - meta.contents, meta.sum).toString('utf8');
    const contents = JSON.parse(json) as Contents;
    const units = lazyUnits((column) => {
      const { at, size, sum } = contents.columns[column] ?? { at: 0, size: 0, sum: 0 };
      const { buffer, byteOffset } = read(at, size, sum);
      return new Uint32Array(buffer, byteOffset, meta.units);
    });
    return {
      meta,
      contents,
      units,
      readBlock: (block, into) => read(block.at, block.size, block.sum, into),
      close: () => {
        closeSync(handle);
      },
    };
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

/** Most questions need two of the columns. */
function lazyUnits(read: (column: number) => Uint32Array): Units {
  const known: (Uint32Array | undefined)[] = [];
  const get = (column: number): Uint32Array => (known[column] ??= read(column));
  return {
    get file() {
      return get(0);
    },
    get place() {
      return get(1);
    },
    get extent() {
      return get(2);
    },
    get line() {
      return get(3);
    },
    get at() {
      return get(4);
    },
  };
}

export interface TermEntry {
  /** How many units have it. */
  readonly count: number;
  /** Behind its term: units with how often, as `eachPosting` reads them. */
  readonly start: number;
  readonly end: number;
}

/** The entries of a block in order. `term` is the same buffer each time: look, do not keep. */
export function* entriesOf(block: Buffer): Generator<TermEntry & { term: Buffer }> {
  const reader = createByteReader(block);
  let term = Buffer.allocUnsafe(256);
  while (reader.position < block.length) {
    const shared = reader.number();
    const added = reader.number();
    if (shared + added > term.length) {
      term = Buffer.concat([term, Buffer.alloc(shared + added)]);
    }
    block.copy(term, shared, reader.position, reader.position + added);
    reader.position += added;
    const count = reader.number();
    const size = reader.number();
    const start = reader.position;
    reader.position += size;
    yield { term: term.subarray(0, shared + added), count, start, end: start + size };
  }
}

/** The units in a list, each with how often. */
export function eachPosting(
  reader: ByteReader,
  count: number,
  onUnit: (unit: number, times: number) => void,
): void {
  let unit = -1;
  for (let index = 0; index < count; index++) {
    const step = reader.number();
    unit += Math.floor(step / 2) + 1;
    onUnit(unit, step % 2 === 0 ? 1 : reader.number());
  }
}
