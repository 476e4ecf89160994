// verdicts.md -> what its latest review says. Its batches begin with `## [B3] impl | time | …`; the
// disposition of a batch outweighs the verdicts that led to it.

import { type MarkdownLine, markdownLines } from './markdownLines';

export interface LatestReview {
  /** `B3 impl`; the heading where it is written otherwise. */
  readonly batch: string;
  readonly isBlocked: boolean;
  /** The line that says so, and where it is. */
  readonly line: string;
  readonly lineNumber: number;
}

const batchHeading = /^##\s+\[([^\]]{1,40})\]\s*([^|]{0,80})/;
const anyHeading = /^##\s+(.{1,200})$/;
const statement =
  /\b(verdict|disposition|decision|result|status)\b[\s*_`:|=-]{1,12}\[?([A-Z][A-Z_-]{1,40})\b/i;
const blocking =
  /^(?:NO-?GO|SPEC-UPDATE-NEEDED|ESCALATED|CHANGES[_-]REQUESTED|REJECT(?:ED)?|BLOCKED|FAIL(?:ED|URE)?)$/i;
const passing =
  /^(?:GO|GO-ACCEPTED|CONDITIONAL|CONDITIONAL-TRACKED|NO-?GO-FIXED|SPEC-UPDATE-CASCADED|APPROVED?|ACCEPTED|PASS(?:ED)?|RESOLVED|FIXED)$/i;

/** undefined where no review says anything. */
export function latestReview(document: string): LatestReview | undefined {
  const lines = joined(markdownLines(document).filter(({ commented }) => !commented));
  const start = Math.max(
    lines.findLastIndex(({ text }) => batchHeading.test(text)),
    0,
  );
  const from = start > 0 ? start : lastStatedSection(lines.map(({ text }) => text));
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
