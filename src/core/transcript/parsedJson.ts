// One JSON object out of bytes that may be anything.

import { textAt } from './lineHead';
import { isRecord, type Json } from './lineValues';

/** Undefined for what does not parse or is no object; blanks before it are none of its business. */
export function parsedJson(chunk: Buffer, start: number, end: number): Json | undefined {
  try {
    const text = textAt(chunk, start, end);
    const value: unknown = JSON.parse(
      text.startsWith('{') ? text : text.replace(/^[\0\s\uFEFF]+/, ''),
    );
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
