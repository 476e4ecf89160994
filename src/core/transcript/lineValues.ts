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

/** Its numbers are looked at by themselves: each hook compiles it. */
const moment =
  /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-][01]\d:?[0-5]\d)?$/;

/** A time that everyone can read, or none. */
export function momentOf(value: unknown): string | undefined {
  return typeof value === 'string' && moment.test(value) && isOnClock(value) ? value : undefined;
}

function isOnClock(text: string): boolean {
  const [month, day, hour] = [text.slice(5, 7), text.slice(8, 10), text.slice(11, 13)];
  return month >= '01' && month <= '12' && day >= '01' && day <= '31' && hour <= '23';
}
