// The first line of an entry in decisions.md, in all the ways in which people and models write it.
// No two neighbouring repeats of a pattern share a character: no line takes longer than its length.

import { decisionTypes } from './decisionTypes';
import { indentOf } from './listItem';

export interface DecisionHead {
  readonly id: string;
  /** As written; empty where there is none. */
  readonly at: string;
  /** One of the eight in their own spelling, else as written; empty where there is none. */
  readonly type: string;
  readonly summary: string;
  /** Of its heading; 0 where it is none. */
  readonly level: number;
  readonly isItem: boolean;
  readonly indent: number;
  /** `TYPE | summary` follows the number. */
  readonly hasBar: boolean;
  /** Something sets the number apart from what follows it, as in `D12: words`. */
  readonly isSetApart: boolean;
}

const marks = /^[ \t]*(?:(#{1,6})[ \t]+|([-*+]|\d{1,9}[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?[*_~`]*/;
const bracketed = /[[(（【［]([^\][()（）【】［］]{0,60})[\])）】］]/y;
const bareTime =
  /\d{4}[-/.]\d{2}[-/.]\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?)?/y;
const gap = /[\s*_~`—–·,:：-]*/y;
/** Made when it is needed: the letters of all scripts take long to gather, and hooks load this. */
const number = () => /(?:\[[Dd]-?(\d{1,15})\]|[Dd]-?(\d{1,15}))(?![\p{L}\p{N}_])/uy;
const afterNumber = /[*_~`]*[ \t]*(?:[:：|｜)]|[—–.-](?=\s)|$)/y;
const words = /[*_~`]*[\s:：|｜)—–.-]*[*_~`]*/y;

/** undefined where no number of a decision comes first, but for a time. */
export function decisionHead(text: string): DecisionHead | undefined {
  // The cheap look first: most lines of a log are none.
  return /[Dd]-?\d/.test(text) ? readHead(text) : undefined;
}

function readHead(text: string): DecisionHead | undefined {
  const start = marks.exec(text);
  let at = start?.[0].length ?? 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    at += found?.[0].length ?? 0;
    return found;
  };
  const takeTime = () => take(bareTime)?.[0] ?? takeBracketed(text, at, take);
  let time = takeTime();
  take(gap);
  const [whole = '', inBrackets, bare] = take(number()) ?? [];
  const digits = inBrackets ?? bare;
  if (digits === undefined) {
    return undefined;
  }
  const end = at;
  if (time === undefined) {
    take(/[*_~`\s]*/y);
    time = takeTime();
  }
  const isSetApart =
    (take(afterNumber) !== null && (end === text.length || at > end)) || whole.endsWith(']');
  take(words);
  time ??= takeTime();
  if (time !== undefined) {
    take(words);
  }
  const rest = withoutMarks(text.slice(at));
  const { type, summary, hasBar } = typeIn(rest);
  const ending = time === undefined ? timeAtEnd(summary) : undefined;
  return {
    id: `D${Number(digits)}`,
    at: (time ?? ending?.time ?? '').trim(),
    type,
    summary: ending?.before ?? summary,
    level: start?.[1]?.length ?? 0,
    isItem: start?.[2] !== undefined,
    indent: indentOf(text),
    hasBar,
    isSetApart,
  };
}

/** What is in brackets before or after the number is its time, unless it is the number itself. */
function takeBracketed(
  text: string,
  at: number,
  take: (pattern: RegExp) => RegExpExecArray | null,
): string | undefined {
  return /^\[?[Dd]-?\d/.test(text.slice(at, at + 4)) ? undefined : take(bracketed)?.[1];
}

/** Stands for the number of one that has none: nothing can refer to it. */
export const unnumbered = 'D?';

/** Made when it is needed, too. */
const headWithout = () =>
  /^[ \t]{0,3}(?:#{1,6}[ \t]+|[-*+][ \t]+)?[*_~`]*[[(（【［]([^\][()（）【】［］]{4,60})[\])）】］][\s*_~`:：-]*(?:[\p{L}\p{N}.-]{1,20}[*_~`]{0,3}\s?[:：][\s*_~`]*)?([A-Z]{4,12}_[A-Z]{3,12})[*_~`]{0,3}\s*[|｜]/u;

/** `[time] USER_DECISION | words`, `[time] DEC-3: USER_DECISION | words`. */
export function unnumberedHead(
  text: string,
): { readonly at: string; readonly type: string; readonly summary: string } | undefined {
  // The cheap look first, as above.
  const found = /[A-Z]_[A-Z]/.test(text.slice(0, 200)) ? headWithout().exec(text) : null;
  const type = known.get(found?.[2] ?? '');
  return found && type !== undefined
    ? { at: found[1]?.trim() ?? '', type, summary: withoutMarks(text.slice(found[0].length)) }
    : undefined;
}

const known = new Map<string, string>(decisionTypes.map((type) => [type, type]));

/** `User Decision` and `user-decision` are meant as one of the eight. */
export function typeNamed(written: string): string | undefined {
  return known.get(written) ?? known.get(written.toUpperCase().replace(/[\s-]/g, '_'));
}

function typeIn(rest: string): Pick<DecisionHead, 'type' | 'summary' | 'hasBar'> {
  const bar = rest.search(/[|｜]/);
  const before =
    bar < 0 || bar > 80
      ? undefined
      : rest
          .slice(0, bar)
          .replace(/[*_`~[\]()]{1,4}$|^[*_`~[\]()]{1,4}|\s+$/g, '')
          .trim();
  if (before !== undefined) {
    const type =
      typeNamed(before.replace(/[`*]/g, '')) ?? (/^[^\s]{1,60}$/.test(before) ? before : undefined);
    if (type !== undefined) {
      return { type, summary: withoutMarks(rest.slice(bar + 1)), hasBar: true };
    }
  }
  const first =
    /^[`*[(]{0,4}([A-Za-z]{4,12}[_ -][A-Za-z]{3,12})[`*\])]{0,4}\s*(?:[:：—–-]\s*|$)/.exec(rest);
  const type = first && typeNamed(first[1] ?? '');
  return type
    ? { type, summary: withoutMarks(rest.slice(first[0].length)), hasBar: false }
    : { type: '', summary: rest, hasBar: false };
}

/** `Use sessions (2026-01-15)`. */
function timeAtEnd(summary: string): { time: string; before: string } | undefined {
  const tail = summary.slice(-60);
  const found = /\s*[[(（](\d{4}-\d{2}-\d{2}[^\][()（）]{0,30})[\])）]$/.exec(tail);
  return found
    ? { time: found[1] ?? '', before: summary.slice(0, summary.length - found[0].length) }
    : undefined;
}

/** Without the marks of bold or struck text that began before it. */
function withoutMarks(text: string): string {
  const trimmed = text.trim();
  for (const mark of ['**', '~~', '__']) {
    if (trimmed.endsWith(mark) && trimmed.split(mark).length % 2 === 0) {
      return withoutMarks(trimmed.slice(0, -mark.length));
    }
  }
  return trimmed;
}
