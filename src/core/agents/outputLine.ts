// One line that a run without a terminal printed, as JSON.

import { isRecord, type Json } from '../transcript/lineValues';

/** Undefined for what is none: CLIs print warnings in between. */
export function parsedLine(line: string): Json | undefined {
  if (!line.startsWith('{')) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
