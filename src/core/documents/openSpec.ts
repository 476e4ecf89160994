// proposal.md and tasks.md of an OpenSpec change -> title and tasks, and the tick of one box.
// No I/O; everything but that one character stays as it was.

import { headingOf, type MarkdownLine, markdownLines } from './markdownLines';

export interface OpenSpecTask {
  /** What follows the box, trimmed. */
  readonly text: string;
  readonly done: boolean;
  /** 1-based. */
  readonly line: number;
}

/** What a proposal calls itself, before the title or in its place. */
const label = /^(?:change proposal|proposal|change|제안서?|변경|提案|変更)\s*(?:[:：]\s*|$)/i;

/** The title of the front matter, else the first heading that is one. */
export function parseProposalTitle(text: string): string | undefined {
  const lines = markdownLines(text);
  const matter = frontMatter(lines);
  return matterTitle(matter) ?? headingTitle(lines.slice(matter.length));
}

/**
 * The template begins with `## Why`, which is a section and no title, in any language: only below
 * level one, and with others of its kind after it.
 */
function headingTitle(lines: readonly MarkdownLine[]): string | undefined {
  const headings = lines
    .filter(({ fenced, commented }) => !fenced && !commented)
    .flatMap((line) => headingOf(line.text) ?? [])
    .map(({ level, text }) => ({ level, text: text.replace(label, '') }))
    .filter(({ text }) => text !== '');
  const [first, ...others] = headings;
  const isSection = first && first.level > 1 && others.some(({ level }) => level <= first.level);
  return isSection ? undefined : first?.text;
}

/** With both of its `---`; empty when there is none. */
function frontMatter(lines: readonly MarkdownLine[]): readonly MarkdownLine[] {
  if (lines[0]?.text.trimEnd() !== '---') {
    return [];
  }
  const end = lines.findIndex(({ text }, index) => index > 0 && text.trimEnd() === '---');
  return lines.slice(0, end + 1);
}

function matterTitle(matter: readonly MarkdownLine[]): string | undefined {
  const line = matter.find(({ text }) => /^title\s*:/i.test(text));
  const value = line?.text.slice(line.text.indexOf(':') + 1).trim() ?? '';
  const quote = value[0];
  const isQuoted = value.length > 1 && (quote === '"' || quote === "'") && value.endsWith(quote);
  // A block (`title: >`) has its words in the lines below: the heading will do.
  return isQuoted
    ? value.slice(1, -1).trim() || undefined
    : /^[^>|#]/.test(value)
      ? value
      : undefined;
}

/**
 * As OpenSpec itself counts them (any list marker, at any depth, with or without the spaces), but
 * neither examples nor a link whose text is an x. No two neighbouring repeats share a character.
 */
const taskStart = /^\s*(?:[-*+]|\d{1,9}[.)])\s*\[([\sxX])\](?![([:])/;

export function parseTasks(text: string): OpenSpecTask[] {
  return markdownLines(text).flatMap((line) => {
    const start = line.fenced || line.commented ? null : taskStart.exec(line.text);
    return start
      ? [
          {
            text: line.text.slice(start[0].length).trim(),
            done: start[1]?.toLowerCase() === 'x',
            line: line.number,
          },
        ]
      : [];
  });
}

/** undefined when that line is no longer that task, because the file changed meanwhile. */
export function withTaskDone(
  text: string,
  line: number,
  expectedText: string,
  done: boolean,
): string | undefined {
  const task = parseTasks(text).find((each) => each.line === line);
  if (task?.text !== expectedText) {
    return undefined;
  }
  // An X that is already there stays the one that was written.
  const box = text.indexOf('[', lineStart(text, line)) + 1;
  return task.done === done ? text : text.slice(0, box) + (done ? 'x' : ' ') + text.slice(box + 1);
}

function lineStart(text: string, line: number): number {
  const lineEnd = /\r\n|\n|\r/g;
  for (let number = 1; number < line; number++) {
    lineEnd.exec(text);
  }
  return lineEnd.lastIndex;
}
