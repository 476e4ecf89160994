// A day as files are named after it.

/** `2026-01-15`, in the time zone of this machine. */
export function localDate(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
