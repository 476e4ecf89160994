// Walks the beginning of a line of JSON, byte by byte, without parsing it. -1 is "cannot tell from
// here": the caller then parses, so that nothing depends on the order of keys or on spaces.

export const quote = 0x22;
const backslash = 0x5c;
export const openBracket = 0x5b;
export const openBrace = 0x7b;
const space = 0x20;
const comma = 0x2c;
const colon = 0x3a;

/** Past spaces, commas and a byte order mark; NUL bytes too, which a crash may leave. */
export function skipBlank(chunk: Uint8Array, at: number, end: number): number {
  let position = at;
  while (position < end) {
    const byte = chunk[position] ?? 0;
    if (byte > space && byte !== comma && !isMark(byte)) {
      break;
    }
    position++;
  }
  return position;
}

function isMark(byte: number): boolean {
  return byte === 0xef || byte === 0xbb || byte === 0xbf;
}

/** The closing quote of a string that begins after `at` and has nothing escaped. */
export function plainStringEnd(chunk: Uint8Array, at: number, end: number): number {
  for (let position = at; position < end; position++) {
    const byte = chunk[position];
    if (byte === quote) {
      return position;
    }
    if (byte === backslash) {
      return -1;
    }
  }
  return -1;
}

/** Where the value of a key begins, given the key's closing quote. */
export function valueStart(chunk: Uint8Array, keyEnd: number, end: number): number {
  let position = keyEnd + 1;
  while (position < end && (chunk[position] ?? 0) <= space) {
    position++;
  }
  if (chunk[position] !== colon) {
    return -1;
  }
  position++;
  while (position < end && (chunk[position] ?? 0) <= space) {
    position++;
  }
  return position < end ? position : -1;
}

/** Past a value, whatever it is. */
export function skipValue(chunk: Uint8Array, at: number, end: number): number {
  let depth = 0;
  let position = at;
  while (position < end) {
    const byte = chunk[position];
    if (byte === quote) {
      position = stringEnd(chunk, position + 1, end);
      if (position < 0) {
        return -1;
      }
    } else if (byte === openBrace || byte === openBracket) {
      depth++;
    } else if (byte === 0x7d || byte === 0x5d) {
      depth--;
    }
    if (depth < 0) {
      return position;
    }
    position++;
    if (depth === 0 && (byte === quote || byte === 0x7d || byte === 0x5d || byte === comma)) {
      return position;
    }
  }
  return -1;
}

function stringEnd(chunk: Uint8Array, at: number, end: number): number {
  for (let position = at; position < end; position++) {
    const byte = chunk[position];
    if (byte === quote) {
      return position;
    }
    if (byte === backslash) {
      position++;
    }
  }
  return -1;
}

/** Where the value of a field of the object at `object` begins. */
export function fieldStart(
  chunk: Uint8Array,
  object: number,
  limit: number,
  field: string,
): number {
  let position = chunk[object] === openBrace ? object + 1 : limit;
  while (position >= 0 && position < limit) {
    const key = skipBlank(chunk, position, limit);
    const keyEnd = chunk[key] === quote ? plainStringEnd(chunk, key + 1, limit) : -1;
    const value = keyEnd < 0 ? -1 : valueStart(chunk, keyEnd, limit);
    if (value < 0 || isWord(chunk, key + 1, keyEnd, field)) {
      return value;
    }
    position = skipValue(chunk, value, limit);
  }
  return -1;
}

/** Without naming the encoding, which Node looks up each time. */
export function textAt(chunk: Buffer, start: number, end: number): string {
  return chunk.toString(undefined, start, end);
}

/** A string that has nothing escaped, as a value; undefined for anything else. */
export function plainString(chunk: Buffer, value: number, limit: number): string | undefined {
  const end = value < 0 || chunk[value] !== quote ? -1 : plainStringEnd(chunk, value + 1, limit);
  return end < 0 ? undefined : textAt(chunk, value + 1, end);
}

export function isWord(chunk: Uint8Array, start: number, end: number, word: string): boolean {
  return end - start === word.length && startsWith(chunk, start, word);
}

export function startsWith(chunk: Uint8Array, start: number, word: string): boolean {
  for (let index = 0; index < word.length; index++) {
    if (chunk[start + index] !== word.charCodeAt(index)) {
      return false;
    }
  }
  return true;
}
