// Walks the beginning of a line of JSON without parsing it. It is given as text with one character per
// byte and searched by the engine: a hook is over before its own loops would be compiled. -1 is "cannot
// tell from here": the caller then parses, so that nothing depends on the order of keys or on spaces.

export const quote = 0x22;
const backslash = 0x5c;
export const openBracket = 0x5b;
export const openBrace = 0x7b;
const space = 0x20;
const comma = 0x2c;
const colon = 0x3a;

/** Past spaces, commas and a byte order mark; NUL bytes too, which a crash may leave. */
export function skipBlank(head: string, at: number): number {
  let position = at;
  while (position < head.length) {
    const byte = head.charCodeAt(position);
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
export function plainStringEnd(head: string, at: number): number {
  const end = head.indexOf('"', at);
  return end < 0 || head.slice(at, end).includes('\\') ? -1 : end;
}

/** Where the value of a key begins, given the key's closing quote. */
export function valueStart(head: string, keyEnd: number): number {
  let position = keyEnd + 1;
  while (head.charCodeAt(position) <= space) {
    position++;
  }
  if (head.charCodeAt(position) !== colon) {
    return -1;
  }
  position++;
  while (head.charCodeAt(position) <= space) {
    position++;
  }
  return position < head.length ? position : -1;
}

/** Past a value, whatever it is. */
export function skipValue(head: string, at: number): number {
  let depth = 0;
  let position = at;
  while (position < head.length) {
    const byte = head.charCodeAt(position);
    if (byte === quote) {
      position = stringEnd(head, position + 1);
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

function stringEnd(head: string, at: number): number {
  let end = head.indexOf('"', at);
  while (end >= 0 && isEscaped(head, at, end)) {
    end = head.indexOf('"', end + 1);
  }
  return end;
}

function isEscaped(head: string, from: number, position: number): boolean {
  let before = position;
  while (before > from && head.charCodeAt(before - 1) === backslash) {
    before--;
  }
  return (position - before) % 2 === 1;
}

/** Where the value of a field of the object at `object` begins. */
export function fieldStart(head: string, object: number, field: string): number {
  let position = head.charCodeAt(object) === openBrace ? object + 1 : head.length;
  while (position >= 0 && position < head.length) {
    const { name, value } = keyAt(head, position);
    if (value < 0 || name === field) {
      return value;
    }
    position = skipValue(head, value);
  }
  return -1;
}

/** The key that comes next, and where its value begins. */
export function keyAt(head: string, position: number): { name: string; value: number } {
  const key = skipBlank(head, position);
  const end = head.charCodeAt(key) === quote ? plainStringEnd(head, key + 1) : -1;
  return end < 0
    ? { name: '', value: -1 }
    : { name: head.slice(key + 1, end), value: valueStart(head, end) };
}

/** The closing quote of a value that is a string and has nothing escaped. */
export function plainValueEnd(head: string, value: number): number {
  return head.charCodeAt(value) === quote ? plainStringEnd(head, value + 1) : -1;
}
