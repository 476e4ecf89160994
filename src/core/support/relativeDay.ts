// "yesterday", in the reader's language, from a date without a time in one of our files.

import { relativeFormat, relativeTime } from './relativeTime';
import { parseTime } from './time';

/** A date is one of the calendar where it is read: by hours, this morning might be yesterday. */
export function relativeDay(date: string, now: Date, language: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(parseTime(date))) {
    return relativeTime(date, now, language);
  }
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const days = Math.round((parseTime(date) - today) / 86_400_000);
  return relativeFormat(language).format(days, 'day');
}
