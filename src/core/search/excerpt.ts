// Where in a unit the words stand best, and the one line around them that is shown. Pure.

import { shortLine } from '../support/plainText';
import { type SoughtText, spaced } from './searchQuery';
import { eachTerm, folded, longestTerm, unified } from './terms';
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
  words: readonly SoughtText[],
): Excerpt | undefined {
  let best: UnitLine | undefined;
  let most = 0;
  for (const each of lines) {
    const found = placesOf(each.text, words).length;
    const worth = found * 2 + (found > 0 && each.isSaid ? 1 : 0);
    if (worth > most) {
      best = each;
      most = worth;
    }
  }
  return best && { line: best.line, text: excerptOf(best.text, words) };
}

function excerptOf(text: string, words: readonly SoughtText[]): string {
  let best = '';
  let most = -1;
  for (const line of text.split('\n', mostLines)) {
    const found = placesOf(line, words).length;
    if (found > most && line.trim() !== '') {
      best = line;
      most = found;
    }
  }
  const shown = spaced(unified(best));
  const at = Math.min(...placesOf(shown, words));
  const start = Number.isFinite(at) ? Math.max(0, at - before) : 0;
  const part = shown.slice(start > 0 ? afterBlank(shown, start) : 0);
  return `${start > 0 ? '…' : ''}${shortLine(part, longestExcerpt)}`;
}

/** Where each of them that is there comes first. */
function placesOf(text: string, words: readonly SoughtText[]): number[] {
  const lower = folded(text);
  let line: string | undefined;
  const places: number[] = [];
  let beginnings: string[] = [];
  for (const word of words) {
    // A phrase may go on in the next line.
    const place = word.text.includes(' ')
      ? (line ??= spaced(lower)).indexOf(word.text)
      : lower.indexOf(word.text);
    if (place >= 0 && word.isAnywhere) {
      places.push(place);
    } else if (place >= 0) {
      beginnings.push(word.text.slice(0, longestTerm));
    }
  }
  if (beginnings.length > 0) {
    // As the index knows them: "port" is not in "support". All at once, because a text may be long.
    eachTerm(text, (term, at) => {
      if (!beginnings.some((each) => term.startsWith(each))) {
        return;
      }
      const open = beginnings.filter((each) => !term.startsWith(each));
      places.push(...Array<number>(beginnings.length - open.length).fill(at));
      beginnings = open;
    });
  }
  return places;
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
