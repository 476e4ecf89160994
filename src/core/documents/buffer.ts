// buffer.md -> what waits to be kept as knowledge, and candidates for skills. Reads only; each entry
// says which lines it has, so that a writer takes exactly those.

import type { BufferDocument } from '../schemas/handover';
import { msg } from '../support/message';
import { isTimestamp } from '../support/time';
import { byLine, conflictProblems, type DocumentProblem } from './documentProblem';
import { knowledgeTags } from './knowledgeTags';
import { indentOf, type ListItem, listItemOf, saysNothing } from './listItem';
import { headingOf, type MarkdownLine, markdownLines } from './markdownLines';

/** 1-based, both ends included. */
interface Place {
  readonly line: number;
  readonly endLine: number;
}

type Knowledge = BufferDocument['knowledge'][number];
type SkillCandidate = BufferDocument['skillCandidates'][number];

export interface PlacedBuffer extends BufferDocument {
  knowledge: (Knowledge & Place)[];
  skillCandidates: (SkillCandidate & Place)[];
  /** Entries of the knowledge buffer without a tag that is known: whoever clears it keeps these. */
  others: ({ readonly text: string } & Place)[];
}

export interface ParsedBuffer {
  readonly document: PlacedBuffer;
  readonly problems: readonly DocumentProblem[];
}

export function parseBuffer(text: string): ParsedBuffer {
  const lines = markdownLines(text);
  const problems: DocumentProblem[] = [...conflictProblems(lines)];
  const document: PlacedBuffer = {
    updated: updatedIn(lines, problems),
    knowledge: [],
    skillCandidates: [],
    others: [],
  };
  for (const { section, text: words, line, endLine } of itemsOf(lines)) {
    const place = { line, endLine };
    const tagged = taggedText(words);
    const tag = knowledgeTags.find((each) => each === tagged?.tag.toUpperCase());
    if (tagged && tag) {
      document.knowledge.push({ tag, ...withSource(tagged.text), ...place });
    } else if (section === 'skills') {
      document.skillCandidates.push({ ...toCandidate(words, line, problems), ...place });
    } else if (section === 'knowledge') {
      document.others.push({ text: words, ...place });
      problems.push({
        code: 'unknown-type',
        line,
        message: msg('This entry has none of the tags {0}.', knowledgeTags.join(', ')),
      });
    }
  }
  return { document, problems: byLine(problems) };
}

interface Item extends Place {
  readonly section: 'knowledge' | 'skills' | 'other';
  readonly text: string;
}

/** The items of all lists, each with the lines that continue it. */
function itemsOf(lines: readonly MarkdownLine[]): Item[] {
  const items: {
    section: Item['section'];
    indent: number;
    texts: string[];
    line: number;
    endLine: number;
  }[] = [];
  let section: Item['section'] = 'other';
  let open = false;
  for (const { text, number, fenced, commented } of lines) {
    const isShown = !fenced && !commented;
    const heading = isShown ? headingOf(text) : undefined;
    const item = isShown ? (listItemOf(text) ?? bareItem(text, heading?.text)) : undefined;
    const last = items.at(-1);
    if (heading && !item) {
      section = sectionOf(heading.text) ?? (heading.level > 2 ? section : 'other');
      open = false;
    } else if (item && !(open && last && isNested(item, last.indent))) {
      open = !saysNothing(item.text);
      if (open) {
        items.push({
          section,
          indent: item.indent,
          texts: [item.text],
          line: number,
          endLine: number,
        });
      }
    } else if (open && last && text.trim() !== '' && !/^[<=>|]{7}/.test(text)) {
      // After an empty line only what is indented goes on.
      open = last.endLine === number - 1 || indentOf(text) > last.indent;
      if (open) {
        last.texts.push(text.trim());
        last.endLine = number;
      }
    }
  }
  return items.map(({ texts, section: of, line, endLine }) => ({
    section: of,
    text: texts.join('\n'),
    line,
    endLine,
  }));
}

/** Below a heading, what has a tag is an entry of its own. */
function isNested({ indent, text }: Pick<ListItem, 'indent' | 'text'>, above: number): boolean {
  return indent > above && !(above < 0 && isTagged(text));
}

function isTagged(text: string): boolean {
  const tag = bracketed.exec(text)?.[1]?.toUpperCase();
  return knowledgeTags.some((each) => each === tag);
}

/** `[PATTERN] words` without a mark of a list, be it a heading: then what is below belongs to it. */
function bareItem(
  text: string,
  heading: string | undefined,
): Pick<ListItem, 'indent' | 'text'> | undefined {
  const words = heading ?? text.trim();
  return indentOf(text) <= 3 && isTagged(words)
    ? { indent: heading === undefined ? 0 : -1, text: words }
    : undefined;
}

export function sectionOf(heading: string): Item['section'] | undefined {
  if (/skill|スキル|스킬/i.test(heading)) {
    return 'skills';
  }
  return /knowledge|ナレッジ|知識|지식/i.test(heading) ? 'knowledge' : undefined;
}

/** `[PATTERN] words`, `**[PATTERN]** words`, `PATTERN: words`. */
const bracketed = /^[*_`]*[[【［]\s*([A-Za-z][A-Za-z-]{0,40})\s*[\]】］][*_`]*\s*[:：]?\s*/;
const labelled = /^[*_`]*([A-Za-z]{1,40})[*_`]*\s*[:：][*_`]*\s*/;

function taggedText(text: string): { tag: string; text: string } | undefined {
  const found = bracketed.exec(text) ?? labelled.exec(text);
  return found ? { tag: found[1] ?? '', text: text.slice(found[0].length) } : undefined;
}

/** `… (source: spec role, task 1.4)`, in any of its parts. */
const source = /[(（]\s*(?:source|出典|情報源|출처)\s*[:：]\s*([^()（）]{1,300})[)）]\s*$/i;

export function withSource(text: string): Pick<Knowledge, 'description' | 'source'> {
  const found = source.exec(text.slice(-320));
  const [words = '', ...more] = (found?.[1] ?? '').split(/[,、]/).map((part) => part.trim());
  const [spec, ...role] = words.split(/\s+/);
  if (!found || !spec) {
    return { description: text.trim() };
  }
  const task = more.flatMap(
    (part) => /^(?:task|タスク|작업)\s*#?\s*(\S.*)$/i.exec(part)?.[1] ?? [],
  )[0];
  const description = text.slice(0, text.length - found[0].length).trim();
  return {
    description: description || text.trim(),
    source: { spec, ...(role.length > 0 && { role: role.join(' ') }), ...(task && { task }) },
  };
}

/** `**name**: Detected in a, b (2 occurrences)`. */
function toCandidate(text: string, line: number, problems: DocumentProblem[]): SkillCandidate {
  const found = /^[*_`]*([^*_`:：]{1,200})[*_`]*\s*[:：]?[*_`]*\s*/.exec(text);
  const rest = text.slice(found?.[0].length ?? 0);
  const where = /(?:detected|found|seen)\s+in\s+([^(（]{1,500})/i.exec(rest)?.[1] ?? '';
  const specs = where.split(/[,、·]|\s+and\s+/).map((each) => each.replace(/[`*]/g, '').trim());
  const count = /(\d{1,6})\s*(?:occurrences?|times?|×|x\b|回|件|회|번|건)/i.exec(rest)?.[1];
  const named = specs.filter((each) => each !== '' && !/^\d+\s*\S{0,12}$/.test(each));
  if (named.length === 0 && count === undefined) {
    problems.push({
      code: 'malformed-entry',
      line,
      message: msg('This skill candidate does not say where it was seen, nor how often.'),
    });
  }
  return {
    name: (found?.[1] ?? text).trim(),
    specs: named,
    occurrences: Number(count ?? Math.max(named.length, 1)),
  };
}

function updatedIn(lines: readonly MarkdownLine[], problems: DocumentProblem[]): string | null {
  for (const { text, number, fenced, commented } of lines) {
    const found =
      fenced || commented
        ? null
        : /^\s*[-*_]*\s*(?:Updated|更新日時?|最終更新|업데이트|갱신일?)[*_]*\s*[:：]?[*_]*\s*[:：]?\s*(.*)$/i.exec(
            text.slice(0, 200),
          );
    const time = found?.[1]?.replace(/[*_`]/g, '').trim();
    if (time !== undefined) {
      if (isTimestamp(time)) {
        return time;
      }
      problems.push({
        code: 'invalid-field',
        line: number,
        message: msg('{0}: "{1}" is not a time.', 'Updated', time),
      });
      return null;
    }
  }
  return null;
}
