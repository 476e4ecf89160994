// Text into the terms of the search index, and what a person asked for into the same. Pure.
//
// A name such as `src/core/useStore.ts` is kept from each of its parts on ("src/core/usestore.ts",
// "core/usestore.ts", "usestore.ts", "store.ts", "ts"), and everything is looked up by its beginning: so it is
// found whole and by its parts. Chinese, Japanese and Korean have no blanks between words: there, what
// begins at each character is kept, three characters of it.

/** A longer one is kept and looked up by its beginning. */
export const longestTerm = 48;
/** Parts of one name: what has more is no name. */
const mostParts = 12;
/** A longer run of letters is no word, and its capitals mean nothing. */
const longestWord = 64;

/** Of Chinese, Japanese and Korean. */
const longestStretch = 3;

const between = 1;
const letter = 2;
const cjk = 3;
const joiner = 4;

/** What each character is; 0 until it is met. */
const kinds = new Uint8Array(0x1_0000);

/** English ones by themselves: to compile the other takes longer than to look up a word. */
function isWordLike(code: number, character: string): boolean {
  return (code < 0x80 ? /\w/ : /[\p{L}\p{N}\p{M}_]/u).test(character);
}

function kindOf(code: number): number {
  const known = kinds[code] ?? 0;
  return known === 0 ? learn(code) : known;
}

function learn(code: number): number {
  const character = String.fromCharCode(code);
  const kind = isCjk(code)
    ? cjk
    : isWordLike(code, character)
      ? letter
      : './-\\'.includes(character)
        ? joiner
        : between;
  kinds[code] = kind;
  return kind;
}

/** Han, Kana and Hangul, with the marks that repeat and lengthen. */
function isCjk(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x11ff) ||
    (code >= 0x3005 && code <= 0x3007) ||
    (code >= 0x3041 && code <= 0x3096) ||
    (code >= 0x309d && code <= 0x309f) ||
    (code >= 0x30a1 && code <= 0x30fa) ||
    (code >= 0x30fc && code <= 0x30ff) ||
    (code >= 0x3131 && code <= 0x318e) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff)
  );
}

/** Letters of one width and one form, so that what looks alike is alike. */
export function unified(text: string): string {
  // eslint-disable-next-line no-control-regex
  return /[^\u0000-\u007F]/.test(text) ? text.normalize('NFKC') : text;
}

/** What is compared: without capitals. */
export function folded(text: string): string {
  return smallLetters(unified(text));
}

/** The only letter that would become two, which nobody types. */
function smallLetters(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase();
}

/** `at`: where it begins, in the text with letters of one form. */
export type OnTerm = (term: string, at: number) => void;

export function eachTerm(text: string, onTerm: OnTerm): void {
  const cased = unified(text);
  const lower = smallLetters(cased);
  const { length } = lower;
  for (let at = 0; at < length;) {
    const kind = kindOf(lower.charCodeAt(at));
    if (kind === letter) {
      at = eachOfName(cased, lower, at, onTerm);
    } else if (kind === cjk) {
      at = eachStretch(lower, at, onTerm);
    } else {
      at++;
    }
  }
}

function eachStretch(lower: string, from: number, onTerm: OnTerm): number {
  let end = from + 1;
  while (end < lower.length && kindOf(lower.charCodeAt(end)) === cjk) {
    end++;
  }
  for (let at = from; at < end; at++) {
    onTerm(lower.slice(at, Math.min(end, at + longestStretch)), at);
  }
  return end;
}

export interface QueryWord {
  /** As it is compared. */
  readonly text: string;
  readonly isCjk: boolean;
}

const nowhere = () => undefined;

/** The words of a question: names whole, Chinese, Japanese and Korean as they stand together. */
export function wordsIn(text: string): QueryWord[] {
  const lower = folded(text);
  const words: QueryWord[] = [];
  for (let at = 0; at < lower.length;) {
    const kind = kindOf(lower.charCodeAt(at));
    if (kind !== letter && kind !== cjk) {
      at++;
      continue;
    }
    const isCjk = kind === cjk;
    const end = isCjk ? eachStretch(lower, at, nowhere) : eachOfName(lower, lower, at, nowhere);
    const word = isCjk ? lower.slice(at, end) : lower.slice(at, end).replace(/^_+/, '');
    if (word !== '') {
      words.push({ text: word, isCjk });
    }
    at = end;
  }
  return words;
}

/** What to look up for it: a name by its beginning, a run by all its stretches. */
export function termsOfWord({ text, isCjk }: QueryWord): string[] {
  if (!isCjk) {
    return [text.slice(0, longestTerm)];
  }
  const terms: string[] = [];
  eachStretch(text, 0, (term) => terms.push(term));
  // Those at the end are the beginning of longer ones.
  return terms.slice(0, Math.max(1, terms.length - longestStretch + 1));
}

/** Of the name that is being looked at: one list for all, because there are hundreds of millions. */
const starts = new Int32Array(mostParts);

function eachOfName(cased: string, lower: string, from: number, onTerm: OnTerm): number {
  let count = 0;
  let end = from;
  let wordStart = from;
  let countBefore = 0;
  for (;;) {
    const isStart = isPartStart(cased, end, wordStart);
    if (isStart && count < mostParts) {
      starts[count++] = end;
    }
    end++;
    if (end - wordStart > longestWord && count > countBefore + 1) {
      count = countBefore + 1;
    }
    const kind = end < lower.length ? kindOf(lower.charCodeAt(end)) : between;
    if (kind === letter) {
      continue;
    }
    const isJoined =
      kind === joiner &&
      end + 1 < lower.length &&
      kindOf(lower.charCodeAt(end + 1)) === letter &&
      count < mostParts;
    if (!isJoined) {
      break;
    }
    end++;
    wordStart = end;
    countBefore = count;
  }
  // Its other parts come next; the name itself goes on, for whoever asks for more of it.
  const last = starts[mostParts - 1] ?? from;
  const whole = count === mostParts ? nameEnd(lower, end, last + longestTerm) : end;
  for (let part = 0; part < count; part++) {
    const start = starts[part] ?? from;
    onTerm(lower.slice(start, Math.min(whole, start + longestTerm)), start);
  }
  return end;
}

function nameEnd(lower: string, from: number, limit: number): number {
  let end = from;
  while (end < Math.min(lower.length, limit)) {
    const kind = kindOf(lower.charCodeAt(end));
    const isJoined =
      kind === joiner && end + 1 < lower.length && kindOf(lower.charCodeAt(end + 1)) === letter;
    if (kind !== letter && !isJoined) {
      break;
    }
    end++;
  }
  return end;
}

const underscore = 0x5f;

/** Behind a joiner, behind an underscore, and where capitals begin a part. */
function isPartStart(cased: string, at: number, wordStart: number): boolean {
  const code = cased.charCodeAt(at);
  if (code === underscore) {
    return false;
  }
  if (at === wordStart) {
    return true;
  }
  const before = cased.charCodeAt(at - 1);
  if (before === underscore) {
    return true;
  }
  if (!isCapital(code)) {
    return false;
  }
  return !isCapital(before) || isSmall(cased.charCodeAt(at + 1));
}

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

function isSmall(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}
