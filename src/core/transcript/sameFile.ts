// Whether a file that grows is still the one that was read before.

import { readSync } from 'node:fs';
import { hashOf } from './keptText';

/** Lines have ids, so that few letters tell two files apart. */
const hashedHead = 256;
const hashedTail = 512;

/** Of the bytes at the beginning and before the offset: another one is another file. */
export function hashBefore(handle: number, offset: number): string {
  const head = Buffer.alloc(Math.min(hashedHead, offset));
  const tail = Buffer.alloc(Math.min(hashedTail, offset));
  readSync(handle, head, 0, head.length, 0);
  readSync(handle, tail, 0, tail.length, offset - tail.length);
  return `${hashOf(head.toString('latin1'))}-${hashOf(tail.toString('latin1'))}`;
}
