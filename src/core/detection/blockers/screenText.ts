// What a line looks like on a screen: without colours, titles and characters that were typed over. By
// the byte, because in a terminal every line has colours.

const escape = 27;
const backspace = 8;
const lineFeed = 10;
const blank = 32;

/** Writes what is seen into `out` and returns how long it is; where the cursor jumps, a line ends. */
export function writeSeen(bytes: Uint8Array, start: number, end: number, out: Uint8Array): number {
  let length = 0;
  let position = start;
  while (position < end && length < out.length) {
    const byte = bytes[position] ?? 0;
    if (byte === escape) {
      const colour = endOfColour(bytes, position);
      if (colour !== undefined) {
        position = colour + 1;
        continue;
      }
      const sequence = sequenceAt(bytes, position, end);
      position = sequence.end;
      const added = sequence.kind === 'jump' ? 1 : Math.min(sequence.blanks, out.length - length);
      out.fill(sequence.kind === 'jump' ? lineFeed : blank, length, length + added);
      length += added;
      continue;
    }
    if (byte === backspace) {
      length = Math.max(0, length - 1);
    } else if (byte >= blank || byte === 9) {
      out[length] = byte;
      length += 1;
    }
    position += 1;
  }
  return length;
}

/** Longer than any that programs write. */
const longestColour = 40;

/** The last byte of the sequence at `start` when it only colours, or erases what is behind it. */
export function endOfColour(bytes: Uint8Array, start: number): number | undefined {
  if (bytes[start] !== escape || bytes[start + 1] !== 0x5b) {
    return undefined;
  }
  const limit = Math.min(bytes.length, start + longestColour);
  for (let position = start + 2; position < limit; position += 1) {
    const byte = bytes[position] ?? 0;
    if (byte === 0x6d || byte === 0x4b) {
      return position;
    }
    // Digits, colons and semicolons.
    if (byte < 0x30 || byte > 0x3b) {
      return undefined;
    }
  }
  return undefined;
}

/** Whether a line begins with the ✓, ✔ or √ of a test that passed. */
export function startsWithTick(bytes: Uint8Array, start: number, end: number): boolean {
  let position = start;
  for (; position < end; position += 1) {
    const byte = bytes[position];
    const colour = byte === escape ? endOfColour(bytes, position) : undefined;
    if (byte !== blank && byte !== 9 && colour === undefined) {
      break;
    }
    position = colour ?? position;
  }
  const second = bytes[position + 1];
  const third = bytes[position + 2];
  return (
    bytes[position] === 0xe2 &&
    ((second === 0x9c && (third === 0x93 || third === 0x94)) || (second === 0x88 && third === 0x9a))
  );
}

interface Sequence {
  readonly kind: 'jump' | 'other';
  readonly blanks: number;
  readonly end: number;
}

/** Nothing of ours is longer; one that never ends must not swallow the line. */
const longestSequence = 400;
const widestGap = 80;

function sequenceAt(bytes: Uint8Array, start: number, end: number): Sequence {
  const kind = bytes[start + 1];
  const limit = Math.min(end, start + longestSequence);
  if (kind === 0x5b) {
    return controlSequence(bytes, start + 2, limit);
  }
  // Titles and links, device control, messages: up to a bell or a string terminator.
  if (kind === 0x5d || kind === 0x50 || kind === 0x58 || kind === 0x5e || kind === 0x5f) {
    for (let position = start + 2; position < limit; position += 1) {
      if (bytes[position] === 7) {
        return { kind: 'other', blanks: 0, end: position + 1 };
      }
      if (bytes[position] === escape) {
        const isClosed = bytes[position + 1] === 0x5c;
        return { kind: 'other', blanks: 0, end: isClosed ? position + 2 : position };
      }
    }
    return { kind: 'other', blanks: 0, end: limit };
  }
  return { kind: 'other', blanks: 0, end: Math.min(end, start + 2) };
}

/** `ESC [ parameters letter`: only the letter tells what it is. */
function controlSequence(bytes: Uint8Array, start: number, limit: number): Sequence {
  let count = 0;
  for (let position = start; position < limit; position += 1) {
    const byte = bytes[position] ?? 0;
    if (byte >= 0x30 && byte <= 0x39) {
      count = Math.min(count * 10 + byte - 0x30, 1_000);
    } else if (byte >= 0x40 && byte <= 0x7e) {
      const isJump = jumps.has(byte);
      const blanks = byte === forward ? Math.min(count || 1, widestGap) : 0;
      return { kind: isJump ? 'jump' : 'other', blanks, end: position + 1 };
    }
  }
  return { kind: 'other', blanks: 0, end: limit };
}

const forward = 0x43;
/** Up, down, to a line, to a place: A B E F H f. */
const jumps = new Set([0x41, 0x42, 0x45, 0x46, 0x48, 0x66]);
