// Where in a unit the words stand best, and the one line around them that is shown. Pure.

import { shortLine } from '../support/plainText';
import { spaced } from './searchQuery';
import { folded, unified } from './terms';
import type { UnitLine } from './unitText';

export interface Excerpt {
  readonly line: number;
  readonly text: string;
}

const longestExcerpt = 160;
const before = 50;
/** More of one piece is not looked through for the best line of it. */
const mostLines = 20_000;

/** The first of the pieces with most of the words; what somebody said, before what a tool put out. */
export function bestExcerpt(
  lines: readonly UnitLine[],
  words: readonly string[],
): Excerpt | undefined {
  let best: UnitLine | undefined;
  let most = 0;
  for (const each of lines) {
    const text = folded(each.text);
    const found = words.filter((word) => text.includes(word) || spaced(text).includes(word));
    const worth = found.length * 2 + (found.length > 0 && each.isSaid ? 1 : 0);
    if (worth > most) {
      best = each;
      most = worth;
    }
  }
  return best && { line: best.line, text: excerptOf(best.text, words) };
}

function excerptOf(text: string, words: readonly string[]): string {
  let best = '';
  let most = -1;
  for (const line of text.split('\n', mostLines)) {
    const lower = folded(line);
    const found = words.filter((word) => lower.includes(word)).length;
    if (found > most && line.trim() !== '') {
      best = line;
      most = found;
    }
  }
  const shown = unified(best).replace(/\s+/g, ' ').trim();
  const at = words.reduce((first, word) => {
    const place = shown.toLowerCase().indexOf(word);
    return place >= 0 && place < first ? place : first;
  }, Infinity);
  const start = Number.isFinite(at) ? Math.max(0, at - before) : 0;
  const part = shown.slice(start > 0 ? afterBlank(shown, start) : 0);
  return `${start > 0 ? '…' : ''}${shortLine(part, longestExcerpt)}`;
}

/** Not in the middle of a word, where one ends nearby; never half a character. */
function afterBlank(text: string, start: number): number {
  const blank = text.indexOf(' ', start);
  const at = blank >= 0 && blank < start + 20 ? blank + 1 : start;
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at + 1 : at;
}

/** Whether all texts stand in it as they are. */
export function hasAll(lines: readonly UnitLine[], texts: readonly string[]): boolean {
  const whole = spaced(folded(lines.map(({ text }) => text).join('\n')));
  return texts.every((text) => whole.includes(text));
}
