// Text with a line through it, for rows of trees: their labels take no style. Pure.

const stroke = '\u0336';
/** Latin, Greek and Cyrillic, whose fonts have the stroke. */
const endOfPlainScripts = '\u0530';

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The stroke goes after each character as people see it, so that no letter is taken apart. A font
 * without the stroke would draw boxes instead: there, what it is put on is a space without width.
 */
export function struckThrough(text: string): string {
  return Array.from(segments.segment(text), ({ segment }) =>
    segment < endOfPlainScripts ? `${segment}${stroke}` : `${segment}\u200B${stroke}`,
  ).join('');
}
