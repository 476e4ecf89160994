// verdicts.md -> what its latest review says, and what it tracks. Its batches begin with `## [B3] impl | time | …`; the
// disposition of a batch outweighs the verdicts that led to it.

import { conflictProblems, type DocumentProblem } from './documentProblem';
import { isTableRule, listItemOf, saysNothing, tableCells } from './listItem';
import { headingOf, type MarkdownLine, markdownLines } from './markdownLines';

export interface LatestReview {
  /** `B3 impl`; the heading where it is written otherwise. */
  readonly batch: string;
  readonly isBlocked: boolean;
  /** The line that says so, and where it is. */
  readonly line: string;
  readonly lineNumber: number;
}

export interface ParsedVerdicts {
  /** undefined where no review says anything. */
  readonly review: LatestReview | undefined;
  /** What the latest batch leaves to be done. */
  readonly tracked: readonly TrackedItem[];
  readonly problems: readonly DocumentProblem[];
}

export interface TrackedItem {
  /** In one line; the cells of a table with bars between them. */
  readonly text: string;
  readonly line: number;
}

const batchHeading = /^##\s+\[([^\]]{1,40})\]\s*([^|]{0,80})/;
const anyHeading = /^##\s+(.{1,200})$/;
const statement =
  /\b(verdict|disposition|decision|result|status)\b[\s*_`:|=-]{1,12}\[?([A-Z][A-Z_-]{1,40})\b/i;
const blocking =
  /^(?:NO-?GO|SPEC-UPDATE-NEEDED|ESCALATED|CHANGES[_-]REQUESTED|REJECT(?:ED)?|BLOCKED|FAIL(?:ED|URE)?)$/i;
const passing =
  /^(?:GO|GO-ACCEPTED|CONDITIONAL|CONDITIONAL-TRACKED|NO-?GO-FIXED|SPEC-UPDATE-CASCADED|APPROVED?|ACCEPTED|PASS(?:ED)?|RESOLVED|FIXED)$/i;

export function parseVerdicts(document: string): ParsedVerdicts {
  const lines = shownLines(document);
  const problems = conflictProblems(markdownLines(document));
  return { review: latestReview(document), tracked: trackedIn(latestBatch(lines)), problems };
}

/** undefined where no review says anything. */
export function latestReview(document: string): LatestReview | undefined {
  const lines = joined(shownLines(document));
  const from = latestStart(lines);
  const said = lines.slice(from).flatMap(({ text, number }) => {
    const found = statement.exec(text);
    const [, what = '', word = ''] = found ?? [];
    const isBlocked = blocking.test(word);
    return isBlocked || passing.test(word)
      ? [{ isFinal: /^disposition$/i.test(what), isBlocked, line: text.trim(), lineNumber: number }]
      : [];
  });
  const final = said.findLast(({ isFinal }) => isFinal) ?? majority(said);
  return final && { batch: nameOf(lines[from]?.text ?? ''), ...withoutWeight(final) };
}

function shownLines(document: string): MarkdownLine[] {
  return markdownLines(document).filter(({ commented }) => !commented);
}

function latestStart(lines: readonly MarkdownLine[]): number {
  const numbered = lines.findLastIndex(({ text, fenced }) => !fenced && batchHeading.test(text));
  return numbered >= 0 ? numbered : lastStatedSection(lines.map(({ text }) => text));
}

function latestBatch(lines: readonly MarkdownLine[]): readonly MarkdownLine[] {
  return lines.slice(latestStart(lines));
}

/** `### Tracked` or `**Tracked**:`, up to the next section: bullets, a table or bare rows. */
function trackedIn(lines: readonly MarkdownLine[]): TrackedItem[] {
  const items: { text: string; line: number; indent: number }[] = [];
  let isOpen = false;
  let isHeader = true;
  for (const { text, number } of lines) {
    if (headingOf(text) || /^\s*\*\*[^*]{1,80}\*\*\s*:?\s*$/.test(text)) {
      isOpen = /^[\s#*]*(?:tracked|追跡|추적)/i.test(text);
      isHeader = true;
    } else if (isOpen && text.trim() !== '' && !/^[<=>|]{7}/.test(text)) {
      const cells = tableCells(text);
      const item = listItemOf(text);
      const last = items.at(-1);
      if (cells) {
        if (!isHeader && !isTableRule(cells)) {
          items.push({ text: cells.join(' | '), line: number, indent: 0 });
        }
        isHeader = false;
      } else if (last && (item ? item.indent > last.indent : /^\s/.test(text))) {
        last.text = `${last.text} ${(item?.text ?? text).trim()}`;
      } else if (!saysNothing(item?.text ?? text)) {
        items.push({ text: item?.text ?? text.trim(), line: number, indent: item?.indent ?? 0 });
      }
    }
  }
  return items.map(({ text, line }) => ({ text, line }));
}

/** `### Disposition` may have its word in the next line that is not empty. */
function joined(lines: readonly MarkdownLine[]): MarkdownLine[] {
  return lines.map((line, index) => {
    const next = /^#+\s*(?:disposition|verdict)\s*:?\s*$/i.test(line.text)
      ? lines.slice(index + 1, index + 4).find(({ text }) => text.trim() !== '')
      : undefined;
    return next ? { ...line, text: `${line.text.trim()}: ${next.text.trim()}` } : line;
  });
}

interface Said {
  readonly isFinal: boolean;
  readonly isBlocked: boolean;
  readonly line: string;
  readonly lineNumber: number;
}

function withoutWeight({ isBlocked, line, lineNumber }: Said) {
  return { isBlocked, line, lineNumber };
}

/** Several reviewers may have judged the same batch; one half is enough to block. */
function majority(said: readonly Said[]): Said | undefined {
  const blocked = said.filter(({ isBlocked }) => isBlocked);
  return blocked.length > 0 && blocked.length * 2 >= said.length
    ? blocked[0]
    : said.find(({ isBlocked }) => !isBlocked);
}

/** Where nobody numbers the batches: the last section that says anything. */
function lastStatedSection(lines: readonly string[]): number {
  const stated = lines.findLastIndex((line) => statement.test(line));
  const heading = lines.slice(0, stated + 1).findLastIndex((line) => anyHeading.test(line));
  return Math.max(heading, 0);
}

function nameOf(heading: string): string {
  const [, id, type = ''] = batchHeading.exec(heading) ?? [];
  return id ? `${id} ${type.trim()}`.trim() : (anyHeading.exec(heading)?.[1] ?? '').trim();
}
