// Reads values of parsed lines without trusting their types.

export type Json = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function recordOf(value: unknown): Json {
  return isRecord(value) ? value : {};
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Empty when it is none. */
export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function integerOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

export function recordsOf(value: unknown): readonly Json[] {
  return listOf(value).map(recordOf);
}

/** A JSON document inside a string, as the arguments of a tool often are. */
export function embeddedRecord(value: unknown): Json {
  if (typeof value !== 'string') {
    return recordOf(value);
  }
  try {
    return recordOf(JSON.parse(value));
  } catch {
    return {};
  }
}

const moment =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-][01]\d:?[0-5]\d)?$/;

/** A time that everyone can read, or none. */
export function momentOf(value: unknown): string | undefined {
  return typeof value === 'string' && moment.test(value) ? value : undefined;
}
