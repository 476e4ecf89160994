// The first bytes of a line, from which most lines that do not matter can be told without parsing.
// Inside a JSON string quotes are escaped, so a bare `"type":"…"` is always a real field.

/** What `toString` calls once it has looked up the encoding, which takes as long for a short text. */
interface Slices {
  latin1Slice(start: number, end: number): string;
  utf8Slice(start: number, end: number): string;
}

/** One byte per character, so that nothing is decoded. */
export function lineHead(chunk: Buffer, start: number, end: number, length: number): string {
  return (chunk as Buffer & Slices).latin1Slice(start, Math.min(end, start + length));
}

export function textAt(chunk: Buffer, start: number, end: number): string {
  return (chunk as Buffer & Slices).utf8Slice(start, end);
}

export function startsWith(chunk: Uint8Array, start: number, word: string): boolean {
  for (let index = 0; index < word.length; index++) {
    if (chunk[start + index] !== word.charCodeAt(index)) {
      return false;
    }
  }
  return true;
}
