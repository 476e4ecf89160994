// The first bytes of a line, from which most lines that do not matter can be told without parsing.
// Inside a JSON string quotes are escaped, so a bare `"type":"…"` is always a real field.

/** One byte per character, so that nothing is decoded. */
export function lineHead(chunk: Buffer, start: number, end: number, length: number): string {
  return chunk.toString('latin1', start, Math.min(end, start + length));
}
