// "14:02", and before today with its date, in the reader's language and time zone.

import { parseTime } from './time';

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const day = { month: 'short', day: 'numeric' } as const;

/** The text itself where it is no time. */
export function clockTime(time: string, now: Date, language: string): string {
  const milliseconds = parseTime(time);
  if (Number.isNaN(milliseconds)) {
    return time;
  }
  const then = new Date(milliseconds);
  const isThisYear = then.getFullYear() === now.getFullYear();
  const options =
    then.toDateString() === now.toDateString()
      ? clock
      : { ...clock, ...day, ...(!isThisYear && { year: 'numeric' as const }) };
  return new Intl.DateTimeFormat(language, options).format(then);
}
