// ISO-8601 times. Readers accept any offset or none, because people and other tools write these too.

import * as z from 'zod/mini';

const isoTime =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

export function isTimestamp(text: string): boolean {
  return isoTime.test(text) && !Number.isNaN(Date.parse(text.replace(',', '.')));
}

export const timestamp = z
  .string()
  .check(z.refine(isTimestamp, 'an ISO-8601 time such as 2026-01-15T14:30:00Z'));
