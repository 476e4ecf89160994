// Changes buffer.md by lines: what is not an entry that is added, counted or kept elsewhere stays as
// it is, to the byte. Pure; handover/buffer.ts reads and writes it.

import { bufferRows, type Rows, updatedLine } from './bufferRows';
import { ensureSection, insertLines, insertionPoint } from './bufferInsert';
import {
  categoryKey,
  categoryOf,
  formatCandidate,
  formatKnowledge,
  inOneLine,
  type Knowledge,
  recountedCandidate,
  type SkillCandidate,
} from './knowledgeEntry';
import { joinLines, textLines } from './textLines';

export interface NewKnowledge extends Knowledge {
  /** Its source is only where the words came from: the same words from elsewhere are no news. */
  readonly isSourceGuessed?: boolean | undefined;
}

export interface Spliced {
  readonly text: string;
  /** Those that were not there yet. */
  readonly added: readonly Knowledge[];
  /** Names that have just become candidates. */
  readonly candidates: readonly string[];
}

const emptyBuffer = '# Handover Buffer\n\n## Knowledge Buffer\n\n## Skill Candidates\n';

export function withKnowledge(
  current: string | undefined,
  entries: readonly NewKnowledge[],
  at: string,
): Spliced {
  const document = current === undefined || current.trim() === '' ? emptyBuffer : current;
  const { bom, body } = withoutBom(document);
  const known = createKnown();
  bufferRows(body).entries.forEach(({ of }) => {
    known.add(of);
  });
  const added = entries.flatMap(({ isSourceGuessed, ...knowledge }) => {
    const isKnown = known.has(knowledge, isSourceGuessed === true);
    known.add(knowledge);
    return isKnown ? [] : [knowledge];
  });
  if (added.length === 0) {
    return { text: current ?? '', added, candidates: [] };
  }
  const withEntries = insertEntries(body, added);
  const counted = countCandidates(withEntries, added);
  return { text: bom + withUpdated(counted.text, at), added, candidates: counted.candidates };
}

/** What a flush takes along, as it is written. */
export interface Flushable {
  readonly knowledge: readonly {
    readonly tag: Knowledge['tag'];
    readonly lines: readonly string[];
  }[];
  readonly candidates: readonly (readonly string[])[];
}

export function flushable(document: string): Flushable {
  const rows = bufferRows(document);
  const linesOf = ({ start, end }: Rows) => rows.lines.slice(start, end).map(({ text }) => text);
  return {
    knowledge: rows.entries.map((entry) => ({
      tag: entry.of.tag,
      lines: linesOf(entry),
    })),
    candidates: rows.candidates.map(linesOf),
  };
}

/** Without what was kept elsewhere; whatever else is there by now stays. */
export function withoutFlushed(document: string, flushed: Flushable, at: string): string {
  const { bom, body } = withoutBom(document);
  const rows = bufferRows(body);
  const gone = new Map<string, number>();
  for (const lines of [...flushed.knowledge.map((each) => each.lines), ...flushed.candidates]) {
    const key = lines.join('\n');
    gone.set(key, (gone.get(key) ?? 0) + 1);
  }
  const removed = new Set<number>();
  for (const { start, end } of [...rows.entries, ...rows.candidates]) {
    const key = rows.lines
      .slice(start, end)
      .map(({ text }) => text)
      .join('\n');
    const left = gone.get(key) ?? 0;
    if (left > 0) {
      gone.set(key, left - 1);
      Array.from({ length: end - start }, (_, offset) => removed.add(start + offset));
    }
  }
  if (removed.size === 0) {
    return document;
  }
  const kept = textLines(body).filter((_, index) => !removed.has(index));
  return bom + withUpdated(joinLines(kept), at);
}

/** Which words are there, and from where. */
function createKnown() {
  const sources = new Map<string, Set<string>>();
  const wordsOf = ({ tag, description }: Knowledge) =>
    `${tag} ${inOneLine(description).normalize('NFKC').toLowerCase().replace(/\.$/, '')}`;
  const sourceOf = (knowledge: Knowledge) => formatKnowledge({ ...knowledge, description: '' });
  return {
    add: (knowledge: Knowledge) => {
      const words = wordsOf(knowledge);
      sources.set(words, (sources.get(words) ?? new Set()).add(sourceOf(knowledge)));
    },
    has: (knowledge: Knowledge, fromAnywhere: boolean): boolean => {
      const from = sources.get(wordsOf(knowledge));
      return fromAnywhere || knowledge.source === undefined
        ? from !== undefined
        : from?.has(sourceOf(knowledge)) === true;
    },
  };
}

function insertEntries(document: string, added: readonly Knowledge[]): string {
  const withSection = ensureSection(document, 'knowledge', 'Knowledge Buffer');
  const rows = bufferRows(withSection);
  const at = insertionPoint(rows, rows.knowledge, rows.entries);
  return insertLines(withSection, at, added.map(formatKnowledge));
}

/** Each new pattern counts its category up, from the second on as a candidate. */
function countCandidates(
  document: string,
  added: readonly Knowledge[],
): { text: string; candidates: string[] } {
  const candidates: string[] = [];
  const news = added.filter(({ tag }) => tag === 'PATTERN');
  if (news.length === 0) {
    return { text: document, candidates };
  }
  // Making one takes longer than using it.
  const words = new Intl.Segmenter(undefined, { granularity: 'word' });
  const rows = bufferRows(document);
  const patterns = rows.entries.flatMap(({ of }) =>
    of.tag === 'PATTERN' ? [{ source: of.source, ...categoryOf(of.description, words) }] : [],
  );
  const keys = [...new Set(news.map(({ description }) => categoryOf(description, words).key))];
  let text = document;
  for (const key of keys.filter(Boolean)) {
    const alike = patterns.filter((each) => each.key === key);
    const fresh = news.filter(({ description }) => categoryOf(description, words).key === key);
    const specs = alike.flatMap(({ source }) => source?.spec ?? []);
    const found = { name: alike[0]?.name ?? key, specs: [...new Set(specs)], fresh: fresh.length };
    const next = withCandidate(text, key, { ...found, occurrences: alike.length });
    text = next.text;
    candidates.push(...(next.isNew ? [found.name] : []));
  }
  return { text, candidates };
}

function withCandidate(
  document: string,
  key: string,
  found: SkillCandidate & { readonly fresh: number },
): { text: string; isNew: boolean } {
  const rows = bufferRows(document);
  const known = rows.candidates.find(({ of }) => categoryKey(of.name) === key);
  if (known) {
    const { specs, occurrences } = known.of;
    const lines = textLines(document);
    const line = lines[known.start];
    if (line) {
      lines[known.start] = {
        ...line,
        text: recountedCandidate(line.text, {
          ...known.of,
          specs: [...new Set([...specs, ...found.specs])],
          // Somebody may know of more than what is in here.
          occurrences: Math.max(occurrences + found.fresh, found.occurrences),
        }),
      };
    }
    return { text: joinLines(lines), isNew: false };
  }
  if (found.occurrences < 2) {
    return { text: document, isNew: false };
  }
  const withSection = ensureSection(document, 'skills', 'Skill Candidates');
  const after = bufferRows(withSection);
  const at = insertionPoint(after, after.skills, after.candidates);
  return { text: insertLines(withSection, at, [formatCandidate(found)]), isNew: true };
}

function withUpdated(document: string, at: string): string {
  const { lines: rows, updated, headerEnd } = bufferRows(document);
  const lines = textLines(document);
  const line = updated === undefined ? undefined : lines[updated];
  if (updated !== undefined && line) {
    const text = line.text.replace(
      updatedLine,
      (_, head: string, value: string) => `${head.trimEnd()} ${withTime(value, at)}`,
    );
    return joinLines(lines.with(updated, { ...line, text }));
  }
  const title = rows.slice(0, headerEnd).findIndex(({ text }) => /^ {0,3}#\s/.test(text));
  return title < 0
    ? insertLines(document, headerEnd, [`**Updated**: ${at}`, ''])
    : insertLines(document, title + 1, [`**Updated**: ${at}`]);
}

/** What somebody wrote behind the time stays. */
function withTime(value: string, at: string): string {
  const time =
    /\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?)?/;
  return time.test(value) ? value.replace(time, at) : at;
}

function withoutBom(document: string): { bom: string; body: string } {
  return document.startsWith('\uFEFF')
    ? { bom: '\uFEFF', body: document.slice(1) }
    : { bom: '', body: document };
}
