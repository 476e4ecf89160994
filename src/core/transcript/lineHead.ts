// The first bytes of a line, from which most lines that do not matter can be told without parsing.
// Inside a JSON string quotes are escaped, so a bare `"type":"…"` is always a real field.

/** What `toString` calls when it has found the encoding, which for short texts is most of its time. */
interface Slices {
  latin1Slice(start: number, end: number): string;
  utf8Slice(start: number, end: number): string;
}
/** They are not documented, so that a runtime may lack them. */
const hasSlices = 'latin1Slice' in Buffer.prototype && 'utf8Slice' in Buffer.prototype;

/** One byte per character, so that nothing is decoded. */
export function lineHead(chunk: Buffer, start: number, end: number, length: number): string {
  const stop = Math.min(end, start + length);
  return hasSlices
    ? (chunk as Buffer & Slices).latin1Slice(start, stop)
    : chunk.toString('latin1', start, stop);
}

export function textAt(chunk: Buffer, start: number, end: number): string {
  return hasSlices
    ? (chunk as Buffer & Slices).utf8Slice(start, end)
    : chunk.toString('utf8', start, end);
}

export function startsWith(chunk: Uint8Array, start: number, word: string): boolean {
  for (let index = 0; index < word.length; index++) {
    if (chunk[start + index] !== word.charCodeAt(index)) {
      return false;
    }
  }
  return true;
}
