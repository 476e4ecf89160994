// "3.4 MB", in the reader's language.

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

export function sizeText(bytes: number, language: string): string {
  const exponent = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[exponent] ?? 'byte',
    unitDisplay: exponent === 0 ? 'long' : 'short',
    maximumFractionDigits: bytes >= 10 ** (3 * exponent + 1) ? 0 : 1,
  }).format(bytes / 10 ** (3 * exponent));
}
