// "5 minutes ago", in the reader's language, from a time in one of our files.

import { parseTime } from './time';

const units: readonly [Intl.RelativeTimeFormatUnit, milliseconds: number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** The text itself where it is no time. */
export function relativeTime(time: string, now: Date, language: string): string {
  const then = parseTime(time);
  if (Number.isNaN(then)) {
    return time;
  }
  const elapsed = then - now.getTime();
  const [unit, size] = units.find((each) => Math.abs(elapsed) >= each[1]) ?? ['second', Infinity];
  return relativeFormat(language).format(Math.round(elapsed / size), unit);
}

/** Making one takes longer than drawing a row, and a long list has one in each. */
const formats = new Map<string, Intl.RelativeTimeFormat>();

export function relativeFormat(language: string): Intl.RelativeTimeFormat {
  const format =
    formats.get(language) ?? new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  formats.set(language, format);
  return format;
}
