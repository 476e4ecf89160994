import type { HandoverAnswers } from '../../src/core/handover/handoverReports';
import { answers } from './handoverValues';

/** The same numbers for the same seed, between 0 and 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Somebody who edits session.md in every way. Each line they write is unlike all others, so that it
 * can be looked for: `mine` are those that they did not take out themselves.
 */
export function createPerson(random: () => number) {
  const mine = new Set<string>();
  let written = 0;
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(...choices: readonly T[]) => choices[below(choices.length)] as T;

  function newLine(): string {
    written++;
    const line = `${pick('', '- ', '1. ', '  ', '**Note**: ', '| ', '> ')}mine-${written} ${pick('日本語の行', '한국어 줄', 'ends with spaces  ', '`code`', 'D3 again', '**bold**')}`;
    mine.add(line);
    return line;
  }

  const perhaps = () => (below(2) === 0 ? '' : newLine());
  const oneLine = (lines: string[]) => lines.splice(below(lines.length + 1), 0, newLine());
  const edits: Readonly<Record<string, (lines: string[]) => unknown>> = {
    'adds a line': oneLine,
    'adds lines': (lines) => lines.splice(below(lines.length + 1), 0, newLine(), '', newLine()),
    'adds a section': (lines) =>
      lines.splice(
        below(lines.length + 1),
        0,
        '',
        `${pick('#', '##', '###', '####')} ${newLine()}`,
        newLine(),
        '',
      ),
    'writes below a heading': (lines) => {
      const headings = lines.flatMap((line, index) => (line.startsWith('#') ? [index] : []));
      lines.splice(pick(-1, ...headings) + 1, 0, newLine());
    },
    'rewrites the next action': (lines) => {
      const at = lines.findIndex((line) => /immediate next action/i.test(line));
      if (at >= 0 && !lines[at + 1]?.startsWith('#')) {
        lines.splice(at + 1, 1, newLine());
      }
    },
    'changes a line': (lines) => lines.splice(below(lines.length), 1, newLine()),
    'removes a line': (lines) => lines.splice(below(lines.length), 1),
    'removes lines': (lines) => lines.splice(below(lines.length), 1 + below(6)),
    'moves lines': (lines) => {
      const moved = lines.splice(below(lines.length), 1 + below(8));
      lines.splice(below(lines.length + 1), 0, ...moved);
    },
    'repeats lines': (lines) => {
      const from = below(lines.length);
      lines.splice(below(lines.length + 1), 0, ...lines.slice(from, from + 4));
    },
    'adds code': (lines) =>
      lines.splice(
        below(lines.length + 1),
        0,
        '```',
        '### Immediate Next Action',
        newLine(),
        '```',
      ),
    'opens code': (lines) => lines.splice(below(lines.length + 1), 0, '```sh', newLine()),
    'adds a comment': (lines) =>
      lines.splice(below(lines.length + 1), 0, '<!--', '## Accomplished', newLine(), '-->'),
    'shifts levels': (lines) => {
      lines.forEach((line, index) => {
        lines[index] = line.startsWith('##') ? `#${line}` : line;
      });
    },
    'changes case': (lines) => {
      lines.forEach((line, index) => {
        lines[index] = line.startsWith('#') && !line.includes('mine') ? line.toUpperCase() : line;
      });
    },
    'renames a heading': (lines) => {
      const at = lines.findIndex((line) => line.startsWith('#') && random() < 0.3);
      if (at >= 0) {
        lines[at] = `## ${newLine()}`;
      }
    },
    'takes the marker out': (lines) => {
      const at = lines.findIndex((line) => line.includes('**Mode**'));
      if (at >= 0) {
        lines.splice(at, 1);
      }
    },
    'changes the header': (lines) => {
      const at = lines.findIndex((line) => /^\*\*(?:Branch|Session Goal)\*\*/.test(line));
      if (at >= 0) {
        lines[at] = `**Branch**: ${newLine()}`;
      }
    },
  };

  const wholes: Readonly<Record<string, (text: string) => string>> = {
    'saves with CRLF': (text) => text.replace(/\r\n|\n|\r/g, '\r\n'),
    'saves with LF': (text) => text.replace(/\r\n|\r/g, '\n'),
    'adds a byte order mark': (text) => `\uFEFF${text.replace(/^\uFEFF/, '')}`,
    'saves without a last line ending': (text) => text.replace(/[\r\n]+$/, ''),
    'empties it': () => '',
  };

  /** What was there and is not any more, they took out. */
  function replace(before: string, after: string): void {
    const [was, is] = [withoutSteps(before), withoutSteps(after)];
    for (const line of mine) {
      if (holds(was, line) && !holds(is, line)) {
        mine.delete(line);
      }
    }
  }

  /** Nothing was made of what they answered: they have what they had before, and what is there. */
  function keepTo(before: ReadonlySet<string>, text: string): void {
    for (const line of mine) {
      if (!before.has(line) && !holds(text, line)) {
        mine.delete(line);
      }
    }
  }

  return {
    mine: mine as ReadonlySet<string>,
    pick,
    below,
    newLine,
    /** What they make of a text, and what they did. */
    edit(text: string): { readonly text: string; readonly did: string } {
      const kinds = [...Object.keys(edits), ...Object.keys(edits), ...Object.keys(wholes)];
      const did = pick(...kinds);
      const ending = text.includes('\r\n') ? '\r\n' : '\n';
      const lines = text.split(/\r\n|\n|\r/);
      edits[did]?.(lines);
      const edited = wholes[did]?.(text) ?? lines.join(ending);
      replace(text, edited);
      return { text: edited, did };
    },
    replace,
    keepTo,
    answers: (): HandoverAnswers =>
      answers({
        goal: perhaps() || 'Go on',
        nextAction: newLine(),
        accomplished: `${newLine()}\n${newLine()}`,
        warnings: perhaps(),
        tone: perhaps(),
        decisions: below(2) === 0 ? [] : [{ summary: newLine() }],
      }),
  };
}

export type Person = ReturnType<typeof createPerson>;

/** Without the steps in which Baton says their branch and next action once more. */
function withoutSteps(text: string): string {
  return text.replace(/^\d\. (?:Switch to the branch|Go on with:) .*$/gm, '');
}

/** Whatever was done to the spaces around it. */
export function holds(text: string, line: string): boolean {
  return folded(text).includes(folded(line));
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
