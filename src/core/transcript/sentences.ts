// The lines and sentences of what an agent says, outside code.

export interface Line {
  readonly text: string;
  readonly start: number;
}

export interface Sentence {
  readonly start: number;
  readonly end: number;
}

/** What is in a fence is left out, and the fence too. */
export function* linesOutsideFences(text: string): Generator<Line> {
  const mayBeFenced = text.includes('```') || text.includes('~~~');
  let fenced = false;
  let start = 0;
  while (start <= text.length) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    const line = text.slice(start, end);
    if (mayBeFenced && /^\s*(?:```|~~~)/.test(line)) {
      fenced = !fenced;
    } else if (!fenced) {
      yield { text: line, start };
    }
    start = end + 1;
  }
}

/** A stop within a name or number ends none. */
const stop = /[.!?](?=["')\]*_`]*(?:\s|$))|[。！？]/g;
/** What may close a sentence behind its stop. */
const closing = '"\')]*_`';
const longestClosing = 8;
const blanks = ' \t\u3000';

export function sentencesOf({ text, start: offset }: Line): Sentence[] {
  const found: Sentence[] = [];
  let start = leadOf(text);
  stop.lastIndex = 0;
  for (let match = stop.exec(text); match; match = stop.exec(text)) {
    const end = match.index + match[0].length;
    found.push({ start: offset + start, end: offset + end });
    start = end;
    while (start < end + longestClosing && isOneOf(closing, text.charAt(start))) {
      start++;
    }
    while (isOneOf(blanks, text.charAt(start))) {
      start++;
    }
  }
  if (start < text.length) {
    found.push({ start: offset + start, end: offset + text.length });
  }
  return found;
}

function isOneOf(letters: string, letter: string): boolean {
  return letter !== '' && letters.includes(letter);
}

/** What a list, a heading or a quotation begins with. */
const leads = '-*+•#>0123456789';

function leadOf(line: string): number {
  const indent = line.length - line.trimStart().length;
  return leads.includes(line.charAt(indent))
    ? (/^\s*(?:[-*+•]\s+|\d+[.)]\s+|#+\s+|>\s*)*/.exec(line)?.[0].length ?? 0)
    : indent;
}

/** A box to tick says what is to be done. */
export function isListItem(line: string): boolean {
  return /^\s*(?:[-*+•]|\d+[.)])\s+(?!\[.\]\s)/.test(line);
}

export function itemOf({ text, start }: Line): Sentence {
  return { start: start + leadOf(text), end: start + text.length };
}

export function isTableRow(line: string): boolean {
  return /^\s*\|/.test(line);
}

/** Below the names of a table's columns. */
export function isTableRule(line: string): boolean {
  return isTableRow(line) && line.includes('-') && /^[\s|:-]+$/.test(line);
}

/** Without the marks at its sides. */
export function rowOf({ text, start }: Line): Sentence {
  const first = /^[\s|]*/.exec(text)?.[0].length ?? 0;
  let end = text.length;
  while (end > first && ' \t\r|'.includes(text.charAt(end - 1))) {
    end--;
  }
  return { start: start + first, end: start + end };
}

/** Goes on with what is above. */
export function isIndented(line: string): boolean {
  return line.startsWith(' ') || line.startsWith('\t');
}
