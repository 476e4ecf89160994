// Bytes that grow, numbers of any length in them, and whether they are still what was written.

import * as zlib from 'node:zlib';

export interface ByteBuffer {
  readonly length: number;
  number(value: number): void;
  bytes(source: Uint8Array, start: number, end: number): void;
  /** What is in it now; valid until the next change. */
  view(): Buffer;
  clear(): void;
}

export function createByteBuffer(size = 64 * 1024): ByteBuffer {
  let buffer = Buffer.allocUnsafeSlow(size);
  let length = 0;
  const grow = (by: number): void => {
    const larger = Buffer.allocUnsafeSlow(Math.max(buffer.length * 2, length + by));
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  };
  return {
    get length() {
      return length;
    },
    number: (value) => {
      if (length + 8 > buffer.length) {
        grow(8);
      }
      let rest = value;
      while (rest >= 0x80) {
        buffer[length++] = (rest & 0x7f) | 0x80;
        rest = Math.floor(rest / 128);
      }
      buffer[length++] = rest;
    },
    bytes: (source, start, end) => {
      if (length + end - start > buffer.length) {
        grow(end - start);
      }
      buffer.set(source.subarray(start, end), length);
      length += end - start;
    },
    view: () => buffer.subarray(0, length),
    clear: () => {
      length = 0;
    },
  };
}

export interface ByteReader {
  position: number;
  number(): number;
}

export function createByteReader(bytes: Uint8Array, position = 0): ByteReader {
  const reader = {
    position,
    number: (): number => {
      let byte = bytes[reader.position++] ?? 0;
      let value = byte & 0x7f;
      let factor = 128;
      while (byte >= 0x80) {
        byte = bytes[reader.position++] ?? 0;
        value += (byte & 0x7f) * factor;
        factor *= 128;
      }
      return value;
    },
  };
  return reader;
}

/** Tells damage, not malice: whoever may write the user's own folder needs no index for it. */
export function checksum(bytes: Uint8Array): number {
  return 'crc32' in zlib ? zlib.crc32(bytes) : crc32Of(bytes);
}

/** The same, where Node is older than 20.15. */
export function crc32Of(bytes: Uint8Array): number {
  const table = Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit++) {
      value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    }
    return value;
  });
  let sum = -1;
  for (const byte of bytes) {
    sum = (table[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  }
  return ~sum >>> 0;
}
