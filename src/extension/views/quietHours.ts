// Whether a time of day is within the hours in which nobody wants to be told: "22:00-08:00".

/** What is no such time is never quiet. */
export function isQuiet(setting: string, now: Date): boolean {
  const match = /^\s*(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})\s*$/.exec(setting);
  if (!match) {
    return false;
  }
  const [from = 0, fromMinute = 0, to = 0, toMinute = 0] = match.slice(1).map(Number);
  const start = from * 60 + fromMinute;
  const end = to * 60 + toMinute;
  const minute = now.getHours() * 60 + now.getMinutes();
  return start <= end ? minute >= start && minute < end : minute >= start || minute < end;
}
