// What an agent's own words say about the work: findings about a file, and check lists. By fixed
// signs in English, Korean and Japanese; the same words always give the same result.

import { anySign, isNoFinding, strongSign } from './findingSigns';
import { latin, letters } from './letterRanges';

export interface Finding {
  readonly start: number;
  readonly end: number;
  /** As it is named in the sentence. */
  readonly file: string | undefined;
  /** Says itself what it is about, also where that is no file. */
  readonly isNamed: boolean;
}

const longestSentence = 600;
const shortestSentence = 12;

const extensions =
  '[cm]?[jt]sx?|json[c5l]?|py|pyi|rb|go|rs|java|kts?|swift|cc?|cpp|cxx|hh?|hpp|cs|php|vue|svelte|astro|mdx?|ya?ml|toml|ini|env|lock|sh|ps1|sql|graphql|proto|html?|s?css|less|xml|gradle|tf|txt|csv|lua|ex|exs|erl|hs|scala|dart|zig|nix|r|jl|m|mm|vim|cmake|ipynb';
const sourceFile = new RegExp(
  `(?<![${latin}\\d_:/@.-])(?:(?<![${letters}])|(?=[${latin}]))(?:[A-Za-z]:[\\\\/]|\\.{0,2}[\\\\/])?(?:[${letters}\\d_@+.-]+[\\\\/])*[${letters}\\d_@+.-]*[${letters}\\d_-]\\.(?:${extensions})(?![${latin}\\d_-]*[${latin}\\d_])`,
  'gi',
);
/** Japanese has no spaces: what ends with a particle before a Latin letter is a word before the name. */
const wordBefore = new RegExp(
  `^[^\\\\/]*[\\u3041-\\u309F은는을를의](?=[${latin}_@.])|^(?:原因|問題|理由)[はがも](?=[^.])`,
);
/** May be the name of something, also of what is no source file. */
const nameLike = new RegExp(
  `[${latin}\\d_-]\\.[${latin}][${latin}\\d]{0,9}(?![${latin}\\d_])|[${letters}\\d_.-]+[\\\\/][${letters}\\d_.-]+|\\b(?:make|docker|rake|gem|proc|jenkins|vagrant)file\\b`,
  'i',
);
const productNames =
  /^(?:node|next|vue|nuxt|react|express|three|d3|nest|ember|backbone|alpine)\.js$/i;

export function mayHaveFindings(text: string): boolean {
  return anySign.test(text);
}

export function findingsIn(text: string): Finding[] {
  return [...sentences(text)].flatMap(({ start, end }) => {
    const sentence = text.slice(start, end);
    if (
      sentence.length < shortestSentence ||
      sentence.length > longestSentence ||
      /[?？]\s*$/.test(sentence) ||
      !anySign.test(sentence) ||
      isNoFinding(sentence)
    ) {
      return [];
    }
    const file = fileIn(sentence);
    const isNamed = file !== undefined || nameLike.test(sentence);
    return file !== undefined || strongSign.test(sentence) ? [{ start, end, file, isNamed }] : [];
  });
}

function fileIn(sentence: string): string | undefined {
  // Most sentences name none, and to look for one takes its time.
  return (/\.[a-z]/i.test(sentence) ? [...sentence.matchAll(sourceFile)] : [])
    .map(([name]) => name.replace(wordBefore, ''))
    .find((name) => !productNames.test(name));
}

/** Lines and sentences outside code fences; a stop within a name or number ends none. */
function* sentences(text: string): Iterable<{ start: number; end: number }> {
  let fenced = false;
  let lineStart = 0;
  while (lineStart <= text.length) {
    const feed = text.indexOf('\n', lineStart);
    const lineEnd = feed < 0 ? text.length : feed;
    const line = text.slice(lineStart, lineEnd);
    if (/^\s*(?:```|~~~)/.test(line)) {
      fenced = !fenced;
    } else if (!fenced) {
      const lead = /^\s*(?:[-*+•]\s+|\d+[.)]\s+|#+\s+|>\s*)*/.exec(line)?.[0].length ?? 0;
      let start = lead;
      for (const { index, 0: stop } of line.matchAll(/[.!?](?=["')\]*_`]*(?:\s|$))|[。！？]/g)) {
        yield { start: lineStart + start, end: lineStart + index + stop.length };
        const rest = index + stop.length;
        start = rest + (/^["')\]*_`\s]*/.exec(line.slice(rest, rest + 8))?.[0].length ?? 0);
      }
      if (start < line.length) {
        yield { start: lineStart + start, end: lineEnd };
      }
    }
    lineStart = lineEnd + 1;
  }
}

export interface Check {
  readonly text: string;
  readonly done: boolean;
}

const mostChecks = 60;

/** `- [x] done`, `1. [ ] to do`; a single box is no list. */
export function checksIn(text: string): Check[] {
  if (!text.includes('[')) {
    return [];
  }
  const checks: Check[] = [];
  for (const match of text.matchAll(/^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[([ xX✓✔])\][ \t]+(\S.*)$/gm)) {
    checks.push({ done: match[1] !== ' ', text: match[2]?.trim() ?? '' });
    if (checks.length === mostChecks) {
      break;
    }
  }
  return checks.length > 1 ? checks : [];
}

/** Steps of a plan: its boxes, else its numbered lines, else its top bullets. */
export function stepsIn(plan: string): Check[] {
  const boxes = checksIn(plan);
  if (boxes.length > 0) {
    return boxes;
  }
  const numbered = [...plan.matchAll(/^(?:#+ +)?(?:step )?\d+[.):][ \t]+(\S.*)$/gim)];
  const bullets = numbered.length > 1 ? numbered : [...plan.matchAll(/^[-*+][ \t]+(\S.*)$/gm)];
  return bullets
    .slice(0, mostChecks)
    .map(({ 1: text }) => ({ text: text?.trim() ?? '', done: false }));
}

const failureSign =
  /\berrors?\b|error TS|\bfail(?:ed|ures?|s|ing)?\b|exception|traceback|panic|fatal|not found|no such|cannot|can't|could not|denied|refused|timed out|undefined|unexpected|오류|실패|에러|エラー|失敗/i;
/** Words of a failure that say there is none. */
const noFailure =
  /(?<![\d.])(?:0|no|without(?: any)?) (?:\w+ )?(?:errors?|fail(?:ed|ures?|s|ing)?|exceptions?)\b|\b(?:errors?|fail(?:ed|ures?|s|ing)?)\s*[:=]?\s*0(?![\d.])|(?:오류|에러|실패|エラー|失敗)[가는은이がは]?\s*[:：]?\s*(?:0|없|なし|ありませ)/gi;

/** The lines of a failure's output that say what is wrong, else the last one. */
export function tellingLines(output: string): string {
  const lines = output
    .replace(/^(?:Error: )?Exit code \d+\s*/, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const index = lines.findIndex((line) => failureSign.test(line.replace(noFailure, '')));
  return index < 0 ? lines.slice(-2).join('\n') : lines.slice(index, index + 2).join('\n');
}
