// Lines of buffer.md as Baton writes them: entries and skill candidates, and what makes patterns alike.
// Pure.

import type { BufferDocument } from '../schemas/handover';
import { plainText } from '../support/plainText';

export type Knowledge = BufferDocument['knowledge'][number];
export type KnowledgeSource = NonNullable<Knowledge['source']>;
export type SkillCandidate = BufferDocument['skillCandidates'][number];

const candidate =
  /^(\s{0,20}[-*+]\s{1,20}\*\*[^*]{1,200}\*\*\s?:?\s{0,20})(?:Detected in\s(.{0,4000}?)\s?)?\((\d{1,9}) occurrences?\)(.*)$/i;

export function formatKnowledge({ tag, description, source }: Knowledge): string {
  const from = source ? ` (source: ${formatSource(source)})` : '';
  return `- [${tag}] ${inOneLine(description)}${from}`;
}

function formatSource({ spec, role = '', task = '' }: KnowledgeSource): string {
  // What separates the parts of a source, or ends it, cannot be in them.
  const clean = (part: string) => inOneLine(part.replace(/[(),]/g, ' '));
  const who = [clean(spec).replaceAll(' ', '-'), clean(role)].filter(Boolean).join(' ');
  return clean(task) === '' ? who : `${who}, task ${clean(task)}`;
}

export function inOneLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim();
}

export function formatCandidate({ name, specs, occurrences }: SkillCandidate): string {
  return `- **${name}**: ${detected(specs, occurrences)}`;
}

/** The same line with another count; words behind it stay, and so does a line of another form. */
export function recountedCandidate(line: string, { specs, occurrences }: SkillCandidate): string {
  return line.replace(
    candidate,
    (_, head: string, ...parts: string[]) =>
      `${head}${detected(specs, occurrences)}${parts[2] ?? ''}`,
  );
}

function detected(specs: readonly string[], occurrences: number): string {
  const where = specs.length > 0 ? `Detected in ${specs.join(', ')} ` : '';
  return `${where}(${occurrences} occurrences)`;
}

export interface Category {
  /** As people read it. */
  readonly name: string;
  /** As it is compared. */
  readonly key: string;
}

const longestName = 60;

/**
 * What kind of pattern it is: what is said before a colon (`error handling: wrap …`), else its first
 * two words that mean something.
 */
export function categoryOf(
  description: string,
  words = new Intl.Segmenter(undefined, { granularity: 'word' }),
): Category {
  const [, said] =
    /^category\s?[:=]\s?([^,;.:–—]{1,60})/i.exec(description) ??
    /^((?:[^\s:]{1,30}\s{1,5}){0,3}[^\s:]{1,30}):\s/.exec(description) ??
    [];
  const name = (said ?? leadingWords(description, words))
    .replace(/[*_`[\]]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestName);
  return { name, key: categoryKey(name) };
}

export function categoryKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

const smallWords = new Set(
  'a an the this that these those to of in on at for from by with and or as is are be was were it its we our when if'.split(
    ' ',
  ),
);

function leadingWords(text: string, segmenter: Intl.Segmenter): string {
  const words: string[] = [];
  // Knows where words end in scripts without spaces, too.
  for (const { segment, isWordLike } of segmenter.segment(text.slice(0, 300))) {
    const word = segment.toLowerCase();
    if (isWordLike && !smallWords.has(word) && !/^\p{Script=Hiragana}{1,2}$/u.test(word)) {
      words.push(word);
    }
    if (words.length === 2) {
      break;
    }
  }
  return words.length > 0 ? words.join(' ') : text;
}
