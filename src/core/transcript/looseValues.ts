// Reads what an agent wrote, which may be anything: what is of another type counts as not there.

export type LooseRecord = Readonly<Record<string, unknown>>;

const nothing: LooseRecord = Object.freeze({});

export function recordOf(value: unknown): LooseRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as LooseRecord)
    : nothing;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function recordsOf(value: unknown): readonly LooseRecord[] {
  return listOf(value).map(recordOf);
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Undefined for an empty one too: an id or a time that says nothing. */
export function someText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function integerOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

/** A JSON document inside a string, as the arguments of a tool often are. */
export function embeddedRecord(value: unknown): LooseRecord {
  if (typeof value !== 'string') {
    return recordOf(value);
  }
  try {
    return recordOf(JSON.parse(value));
  } catch {
    return nothing;
  }
}
