// What a document's reader reports beside what it read. Which file it was is the caller's to say.

import type { Problem } from '../schemas/problem';
import { msg } from '../support/message';
import { conflictMarkers, type MarkdownLine } from './markdownLines';

export type DocumentProblem = Omit<Problem, 'file'>;

export function conflictProblems(lines: readonly MarkdownLine[]): DocumentProblem[] {
  return conflictMarkers(lines).map(({ number }) => ({
    code: 'conflict-marker',
    line: number,
    message: msg('A merge left a conflict marker here: resolve it.'),
  }));
}

/** In the order of the file. */
export function byLine(problems: readonly DocumentProblem[]): DocumentProblem[] {
  return problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

const mostOfAKind = 5;

/** For a list of everything: a log that is written in another way must not drown the rest. */
export function folded(problems: readonly DocumentProblem[]): DocumentProblem[] {
  const kinds = new Set(problems.map(({ code }) => code));
  const kept = [...kinds].flatMap((kind) => {
    const all = problems.filter(({ code }) => code === kind);
    const shown = all.slice(0, mostOfAKind);
    const left = all.length - shown.length;
    const last = shown.at(-1);
    return left > 0 && last
      ? shown.with(-1, {
          ...last,
          message: msg('{0} There are {1} more of this kind.', last.message, left),
        })
      : shown;
  });
  return byLine(kept);
}
