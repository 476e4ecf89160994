// Bytes that grow, numbers of any length in them, and whether they are still what was written.

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
  const { buffer, byteOffset, length } = bytes;
  // Four at a time; what lies crooked is copied first.
  const whole = length >>> 2;
  const straight = byteOffset % 4 === 0 ? bytes : Uint8Array.from(bytes);
  const words =
    straight === bytes
      ? new Int32Array(buffer, byteOffset, whole)
      : new Int32Array(straight.buffer, 0, whole);
  let sum = length | 0;
  for (let index = 0; index < whole; index++) {
    sum = Math.imul((sum ^ (words[index] ?? 0)) + (sum >>> 15), 0x9e3779b1);
  }
  for (let index = whole * 4; index < length; index++) {
    sum = Math.imul(sum ^ (bytes[index] ?? 0), 0x01000193);
  }
  return (sum ^ (sum >>> 13)) >>> 0;
}
