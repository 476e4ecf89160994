// Files of a project as text and JSON, without a schema: hooks read them on every turn.

import { readFileWithin } from '../stores/fileWithin';
import { isRecord, type Json } from '../transcript/lineValues';

/** None where it is no object, or not there. */
export function readJson(file: string, within: string): Json | undefined {
  return jsonIn(readText(file, within) ?? '');
}

export function jsonIn(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function readText(file: string, within: string): string | undefined {
  const seen = readFileWithin(file, within);
  return seen.kind === 'ok' ? seen.bytes.toString('utf8') : undefined;
}
