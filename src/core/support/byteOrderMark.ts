// Some editors put a mark before the first character of a file; no parser wants it.

export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
