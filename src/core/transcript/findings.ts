// What an agent's own words and a failure's output say about the work: findings about a file, lines that
// tell. By fixed signs in English, Korean and Japanese; the same words always give the same result.

import { plainText } from '../support/plainText';
import { isNoFinding } from './findingGuards';
import { isAnnouncement, isFindingsHeading, withoutFirst } from './findingLabels';
import { mayHaveSign, signOf, type Strength } from './findingSigns';
import { betweenWords, latin, letters } from './letterRanges';
import { hasPhrase, oneOf } from './phrases';
import {
  isIndented,
  isListItem,
  isTableRow,
  isTableRule,
  itemOf,
  type Line,
  linesOutsideFences,
  rowOf,
  type Sentence,
  sentencesOf,
} from './sentences';

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
const fileNamed: Make = (near, any, caseFlag) =>
  new RegExp(
    `(?<![${near}\\d_:/@.-])(?:(?<![${any}])|(?=[${near}]))(?:[${near}]:[\\\\/]|\\.{0,2}[\\\\/])?(?:[${any}\\d_@+.-]+[\\\\/])*[${any}\\d_@+.-]*[${any}\\d_-]\\.(?:${extensions})(?![${near}\\d_-]*[${near}\\d_])`,
    `g${caseFlag}`,
  );
const sourceFile = byLetters(fileNamed);
/** Japanese has no spaces: what ends with a particle before a Latin letter is a word before the name. */
const wordBefore = new RegExp(
  `^[^\\\\/]*[\\u3041-\\u309F은는을를의](?=[${latin}_@.])|^(?:原因|問題|理由)[はがも](?=[^.])`,
);
/** May be the name of something, also of what is no source file. */
const nameLike: Make = (near, any, caseFlag) =>
  new RegExp(
    `[${near}\\d_-]\\.[${near}][${near}\\d]{0,9}(?![${near}\\d_])|[${any}\\d_.-]+[\\\\/][${any}\\d_.-]+|\\b(?:make|docker|rake|gem|proc|jenkins|vagrant)file\\b`,
    caseFlag,
  );
const named = byLetters(nameLike);
const products = 'node|next|vue|nuxt|react|express|three|d3|nest|ember|backbone|alpine';
const productNames = new Set(products.split('|').map((name) => `${name}.js`));

/** Where the thing may be that was announced: in the sentence behind, or in the list below. */
type Announced = 'behind' | 'below' | undefined;

export function findingsIn(text: string): Finding[] {
  const found: Finding[] = [];
  let announced: Announced;
  let rowAbove = Infinity;
  for (const line of linesOutsideFences(text)) {
    if (line.text.trim() === '') {
      continue;
    }
    const isRow = isTableRow(line.text);
    if (isRow && isTableRule(line.text)) {
      // The names of the columns.
      while ((found.at(-1)?.start ?? -1) >= rowAbove) {
        found.pop();
      }
    } else if (announced && (isRow || isListItem(line.text))) {
      const item = isRow ? rowOf(line) : itemOf(line);
      found.push(...[item].filter(isShort).flatMap((each) => announcedFinding(text, each)));
      announced = 'below';
    } else if (announced === 'behind' || mayHaveSign(line.text)) {
      announced = addFindings(found, text, line, announced);
    } else if (!isIndented(line.text)) {
      announced = undefined;
    }
    rowAbove = isRow ? line.start : Infinity;
  }
  return found;
}

function addFindings(found: Finding[], text: string, line: Line, before: Announced): Announced {
  if (isFindingsHeading(line.text)) {
    return 'behind';
  }
  const count = found.length;
  let isAnnounced = before === 'behind' && !line.text.startsWith('#');
  let from: number | undefined;
  for (const sentence of sentencesOf(line).filter(isShort)) {
    const said = text.slice(sentence.start, sentence.end);
    if (!isAnnounced && !mayHaveSign(said)) {
      continue;
    }
    const words = wordsOf(said);
    if (isAnnouncement(words)) {
      isAnnounced = true;
      from = sentence.start;
    } else if (isAnnounced) {
      found.push(...announcedFinding(text, sentence, from));
      isAnnounced = false;
    } else {
      const strength = signOf(words);
      if (strength !== 'weak' || before !== undefined || !isAboutFile(line.text)) {
        found.push(...findingOf(text, sentence, words, strength));
      }
    }
  }
  if (isAnnounced) {
    return 'behind';
  }
  const isOfList = before === 'below' && isIndented(line.text);
  return isOfList || (found.length > count && /[:：][*_\s]*$/.test(line.text))
    ? 'below'
    : undefined;
}

/** What goes on for longer says more than one thing, and patterns would take their time. */
function isShort({ start, end }: Sentence): boolean {
  return end - start <= longestSentence;
}

/** Together with what announces it, where that is in the same line. */
function announcedFinding(text: string, sentence: Sentence, from = sentence.start): Finding[] {
  const words = wordsOf(text.slice(sentence.start, sentence.end));
  return findingOf(text, sentence, words, signOf(words) === 'strong' ? 'strong' : 'soft').map(
    (finding) => ({ ...finding, start: from }),
  );
}

function findingOf(
  text: string,
  { start, end }: Sentence,
  words: string,
  strength: Strength | undefined,
): Finding[] {
  const sentence = text.slice(start, end);
  if (
    strength === undefined ||
    sentence.length < shortestSentence ||
    isQuestion(sentence.trimEnd()) ||
    isNoFinding(words, strength)
  ) {
    return [];
  }
  const file = fileIn(sentence);
  if (strength === 'weak' && (file === undefined || isAnswer(sentence))) {
    return [];
  }
  return [{ start, end, file, isNamed: file !== undefined || namesSomething(sentence) }];
}

const marksBefore = new RegExp(`^[${betweenWords}]+`);
const marksBehind = ' .!。！*_';
const isFiller = oneOf(
  'ok|okay|so|ah|aha|great|good|actually|also|however|but|and|hmm|right|perfect|excellent|now|wait|yes|bingo|unfortunately|next|then|first|finally|well|sure',
);

/** In lower case, without what stands around the words that tell. */
function wordsOf(sentence: string): string {
  let end = sentence.length;
  while (end > 0 && marksBehind.includes(sentence.charAt(end - 1))) {
    end--;
  }
  const words = sentence.slice(0, end).replace(marksBefore, '').toLowerCase();
  return withoutFirst(isFiller, words.replaceAll('’', "'"));
}

function isQuestion(sentence: string): boolean {
  return sentence.endsWith('?') || sentence.endsWith('？');
}

/** "Because of …", which says nothing without its question; what has another half says it itself. */
function isAnswer(sentence: string): boolean {
  return /^(?:because|due to)\b[^,]*$/i.test(sentence);
}

type Make = (near: string, any: string, caseFlag: 'i' | '') => RegExp;

/**
 * A pattern for the letters that a sentence has, and the text to look in. It is compiled much sooner
 * without letters of other scripts, and for one case of letters.
 */
function byLetters(make: Make): (sentence: string) => { pattern: RegExp; text: string } {
  let all: RegExp | undefined;
  let english: RegExp | undefined;
  return (sentence) =>
    /[\u00AA-\u1FFF\u3005-\uFFDC]/.test(sentence)
      ? { pattern: (all ??= make(latin, letters, 'i')), text: sentence }
      : { pattern: (english ??= make('a-z', 'a-z', '')), text: sentence.toLowerCase() };
}

function namesSomething(sentence: string): boolean {
  if (!/[\\/]|\.\S|file/i.test(sentence)) {
    return false;
  }
  const { pattern, text } = named(sentence);
  return pattern.test(text);
}

function fileIn(sentence: string): string | undefined {
  // Most sentences name none, and to look for one takes its time.
  if (!/\.[a-z]/i.test(sentence)) {
    return undefined;
  }
  const { pattern, text } = sourceFile(sentence);
  return [...text.matchAll(pattern)]
    .map(({ index, 0: { length } }) =>
      sentence.slice(index, index + length).replace(wordBefore, ''),
    )
    .find((name) => !productNames.has(name.toLowerCase()));
}

/**
 * `- src/a.ts: …`, as a summary of changes says what a file does now. One with the number of a line
 * points at something there.
 */
function isAboutFile(line: string): boolean {
  const isItem = isListItem(line) || isTableRow(line);
  const rest = line.slice(0, longestSentence).replace(/^\s*\d+[.)]\s|^[\s*+•|>#-]+/, '');
  const start = /^[\s*_`"'[|]*/.exec(rest)?.[0].length ?? 0;
  const { pattern, text } = sourceFile(rest);
  const name = text.matchAll(pattern).next().value;
  if (name?.index !== start) {
    return false;
  }
  const behind = rest.slice(start + name[0].length);
  return isItem
    ? !/^:\d/.test(behind)
    : /^[*_`"'\]]{0,8}(?: ?\([^)]{0,200}\))?[*_`]{0,4}\s{0,4}(?:[:：](?!\d)|[–—→]|--?\s)/.test(
        behind,
      );
}

const failureWords =
  "exception|traceback|panic|fatal|not found|no such|cannot|can't|could not|denied|refused|timed out|undefined|unexpected|오류|실패|에러|エラー|失敗".split(
    '|',
  );

function saysFailure(line: string): boolean {
  const lower = line.toLowerCase();
  return (
    failureWords.some((word) => lower.includes(word)) ||
    hasPhrase(lower, ['error'], ['', 's'], { isWithinWord: true }) ||
    hasPhrase(lower, ['fail'], ['', 'ed', 'ure', 'ures', 's', 'ing']) ||
    // As pytest marks it.
    (lower.startsWith('e  ') && lower.trimEnd() !== 'e')
  );
}

const denials = ['no ', 'without', '없', 'なし', 'ありませ'];

/** Without the words of a failure that say there is none. */
function withoutDenials(line: string): string {
  const lower = line.toLowerCase();
  return denials.some((word) => lower.includes(word)) || /(?<!\d)0(?!\d)/.test(line)
    ? line.replace(
        /(?<![\d.])(?:0|no|without(?: any)?) (?:\w+ )?(?:errors?|fail(?:ed|ures?|s|ing)?|exceptions?)\b|\b(?:errors?|fail(?:ed|ures?|s|ing)?)\s*[:=]?\s*0(?![\d.])|(?:오류|에러|실패|エラー|失敗)[가는은이がは]?\s*[:：]?\s*(?:0|없|なし|ありませ)/gi,
        '',
      )
    : line;
}

/** Rulers with a word in them, and where in the code it was: what went wrong stands beside them. */
const around =
  /^([=_*~#-])\1{2,}(?:.*\1{3})?$|^Traceback \(most recent call|^File ".*", line \d+|^at .*:\d+:\d+\)?$/;

/** The lines of a failure's output that say what is wrong, else the last one. */
export function tellingLines(output: string): string {
  // A word in colour is none for a pattern; few outputs have colours.
  const all = (output.includes('\u001B') ? plainText(output) : output)
    .replace(/^(?:Error: )?Exit code \d+\s*/, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isOwn = (line: string) => !around.test(line);
  const index = all.findIndex(
    (line) => saysFailure(line) && saysFailure(withoutDenials(line)) && isOwn(line),
  );
  const own = (index < 0 ? all : all.slice(index)).filter(isOwn);
  const lines = own.length > 0 ? own : all;
  return (index < 0 ? lines.slice(-2) : lines.slice(0, 2)).join('\n');
}
