// ISO-8601 times. Readers accept any offset or none, because people and other tools write these too.

const isoTime =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?)?$/;

/** Milliseconds since 1970; NaN when it is no time. */
export function parseTime(text: string): number {
  if (!isoTime.test(text)) {
    return NaN;
  }
  const isUsual = text.endsWith('Z') && !text.includes(' ') && !text.includes(',');
  return Date.parse(isUsual ? text : text.replace(',', '.').replace(/ (?=[Z+-])/, ''));
}

export function isTimestamp(text: string): boolean {
  return !Number.isNaN(parseTime(text));
}
