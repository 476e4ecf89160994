// Where secrets are in a text or a file: line, place and kind, never the secret itself.
// Takes time in proportion to the text, whatever it is; reads no file.

import { namedSpans } from './secretFiles';
import { rulesFor } from './secretKeywords';
import { type Searched, type SecretRule, type SecretSpan, secretRules } from './secretRules';

export interface SecretHit extends SecretSpan {
  /** From 1. */
  readonly line: number;
  /** The last line of a secret that goes over several, else `line`. */
  readonly lastLine: number;
}

/** Whoever writes one of these into a line says that it may be committed. */
const allowMarkers = ['baton:allow-secret', 'gitleaks:allow', 'secretlint-disable-line'];

/** A NUL this early means that it is not text; git looks as far. */
const binaryProbe = 8000;

const ranks: ReadonlyMap<string, number> = new Map(secretRules.map(({ id }, rank) => [id, rank]));

/** The secrets of a text, in order; a line with an allow marker has none. */
export function findSecrets(text: string): SecretHit[] {
  return toHits(text, secretSpans(text, 'file'));
}

/** As `findSecrets`, and what the file's name alone gives away. */
export function scanFile(path: string, text: string): SecretHit[] {
  const isText = !text.slice(0, binaryProbe).includes('\0');
  const contents = isText ? secretSpans(text, 'file') : [];
  return toHits(text, merged([...contents, ...namedSpans(path, text, isText)]));
}

/**
 * Every secret, allow markers or not: a marker is about a commit, and in saved context and logs a
 * whole conversation may be one line.
 */
export function secretSpans(text: string, searched: Searched = 'text'): SecretSpan[] {
  // For looking up only: some letters change their length in lower case.
  const lower = text.toLowerCase();
  return merged(rulesFor(lower).flatMap((rule) => spansOf(rule, text, searched)));
}

const patterns = new Map<SecretRule, RegExp>();

function patternOf(rule: SecretRule): RegExp {
  const pattern = patterns.get(rule) ?? rule.pattern();
  patterns.set(rule, pattern);
  return pattern;
}

function spansOf(rule: SecretRule, text: string, searched: Searched): SecretSpan[] {
  const { id, kind, accept } = rule;
  const pattern = patternOf(rule);
  const spans: SecretSpan[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const end = pattern.lastIndex;
    const start = end - (match.groups?.secret ?? match[0]).length;
    if (!accept || accept(match, searched)) {
      spans.push({ rule: id, kind, start, end });
    } else {
      // What was taken for a value may be the name of the next one.
      pattern.lastIndex = Math.max(start, match.index + 1);
    }
  }
  return spans;
}

/** Overlapping ones become one, named by the rule that comes first in the table. */
export function merged(spans: readonly SecretSpan[]): SecretSpan[] {
  const result: SecretSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last && span.start < last.end) {
      const { rule, kind } = rankOf(span) < rankOf(last) ? span : last;
      result[result.length - 1] = {
        rule,
        kind,
        start: last.start,
        end: Math.max(last.end, span.end),
      };
    } else {
      result.push(span);
    }
  }
  return result;
}

/** A file's name says less than anything in it. */
function rankOf({ rule }: SecretSpan): number {
  return ranks.get(rule) ?? ranks.size;
}

function toHits(text: string, spans: readonly SecretSpan[]): SecretHit[] {
  const lineOf = lineReader(text);
  return spans.flatMap((span) => {
    const { number, allowed } = lineOf(span.start);
    const breaks = text.slice(span.start, span.end).split('\n').length - 1;
    return allowed ? [] : [{ ...span, line: number, lastLine: number + breaks }];
  });
}

/** For offsets that only grow: each line is looked at once, however many secrets it has. */
function lineReader(text: string): (offset: number) => { number: number; allowed: boolean } {
  let number = 1;
  let start = 0;
  let end = lineEnd(text, start);
  let allowed: boolean | undefined;
  return (offset) => {
    while (offset > end) {
      start = end + 1;
      end = lineEnd(text, start);
      number++;
      allowed = undefined;
    }
    allowed ??= hasAllowMarker(text.slice(start, end));
    return { number, allowed };
  };
}

function hasAllowMarker(line: string): boolean {
  return allowMarkers.some((marker) => line.includes(marker));
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}
