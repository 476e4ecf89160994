// Writes a segment from terms that come in order. Nothing refers to it before it is whole and on disk.

import { closeSync, fsyncSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { checksum, createByteBuffer } from './bytes';
import {
  type BlockPlace,
  type Contents,
  type SegmentMeta,
  unitColumns,
  type Units,
} from './segment';

/** As much as is read for one question at least. */
const blockSize = 32 * 1024;

export interface SegmentWriter {
  /** In the order of their bytes. */
  term(term: Buffer, count: number, postings: Buffer): void;
  finish(units: Units, count: number): SegmentMeta;
  /** Gives up, and leaves nothing behind: the disk may be full. */
  abandon(): void;
}

export function createSegmentWriter(file: string, name: string): SegmentWriter {
  const handle = openSync(file, 'wx', 0o600);
  const block = createByteBuffer();
  const blocks: BlockPlace[] = [];
  let first = '';
  let position = 0;
  let before: Buffer = Buffer.alloc(0);

  const write = (bytes: Buffer): number => {
    const at = position;
    for (let done = 0; done < bytes.length;) {
      done += writeSync(handle, bytes, done);
    }
    position += bytes.length;
    return at;
  };
  const endBlock = (): void => {
    if (block.length > 0) {
      const bytes = block.view();
      const sum = checksum(bytes);
      blocks.push({ first, at: write(bytes), size: bytes.length, sum });
      block.clear();
    }
  };
  return {
    term: (term, count, postings) => {
      if (block.length === 0) {
        first = term.toString('utf8');
        before = Buffer.alloc(0);
      }
      const shared = sharedLength(before, term);
      block.number(shared);
      block.number(term.length - shared);
      block.bytes(term, shared, term.length);
      block.number(count);
      block.number(postings.length);
      block.bytes(postings, 0, postings.length);
      before = Buffer.from(term);
      if (block.length >= blockSize) {
        endBlock();
      }
    },
    finish: (units, count) => {
      endBlock();
      const columns = unitColumns.map((column) => {
        const { buffer, byteOffset } = units[column];
        const bytes = Buffer.from(buffer, byteOffset, count * 4);
        return { at: write(bytes), size: bytes.length, sum: checksum(bytes) };
      });
      const json = Buffer.from(JSON.stringify({ blocks, columns } satisfies Contents));
      const start = write(json);
      fsyncSync(handle);
      closeSync(handle);
      return { name, size: position, units: count, contents: start, sum: checksum(json) };
    },
    abandon: () => {
      closeSync(handle);
      unlinkSync(file);
    },
  };
}

function sharedLength(one: Buffer, other: Buffer): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one[length] === other[length]) {
    length++;
  }
  return length;
}
