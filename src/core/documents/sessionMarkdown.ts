// session.md -> headers and sections. Reads only; what it does not know stays in `sections`.

import type { SessionDocument } from '../schemas/handover';
import { msg } from '../support/message';
import type { DocumentProblem } from './decisions';
import { notStated } from './decisionProblems';
import { conflictMarkers, markdownLines } from './markdownLines';
import {
  findField,
  findSection,
  isMeant,
  isSame,
  type OutlineSection,
  type SessionOutline,
  sessionOutline,
} from './sessionOutline';
import { autoDraft, nameOf, orderedParts, sessionParts } from './sessionParts';

export interface ParsedSessionDocument {
  readonly document: SessionDocument;
  readonly problems: readonly DocumentProblem[];
}

export function parseSessionMarkdown(text: string): ParsedSessionDocument {
  const outline = sessionOutline(text);
  const header = (name: string) => findField(outline, name)?.value || null;
  return {
    document: {
      // The absence of the marker is what says that a person polished it.
      mode: header('Mode')?.toLowerCase() === autoDraft ? autoDraft : 'polished',
      generated: header('Generated'),
      branch: header('Branch'),
      goal: goalIn(header('Session Goal')),
      nextAction: nextActionOf(outline),
      sections: outline.sections.map((section) => ({
        heading: section.heading,
        level: section.level,
        line: section.at + 1,
        text: textOf(outline, section),
      })),
    },
    problems: [...conflicts(text), ...repeatedParts(outline)].sort(
      (a, b) => (a.line ?? 0) - (b.line ?? 0),
    ),
  };
}

/** A draft says so where nobody told it. */
function goalIn(said: string | null): string | null {
  return said === notStated ? null : said;
}

/** Where it should be, else wherever somebody put it. */
function nextActionOf(outline: SessionOutline): string | null {
  const path = sessionParts.nextAction;
  const section =
    findSection(outline, path) ??
    outline.sections.find(({ heading }) => isSame(heading, nameOf(path))) ??
    outline.sections.find(({ heading }) => isMeant(heading, nameOf(path)));
  return (section && textOf(outline, section)) || null;
}

function textOf({ lines }: SessionOutline, { at, end }: OutlineSection): string {
  return lines
    .slice(at + 1, end)
    .map((line) => line.text)
    .join('\n')
    .trim();
}

function conflicts(text: string): DocumentProblem[] {
  return conflictMarkers(markdownLines(text)).map(({ number }) => ({
    code: 'conflict-marker',
    line: number,
    message: msg('A merge left a conflict marker here: resolve it.'),
  }));
}

/** Of those that Baton writes. A person's own sections may be called what they want. */
function repeatedParts(outline: SessionOutline): DocumentProblem[] {
  return orderedParts.flatMap((path) => {
    const first = findSection(outline, path);
    const repeated = outline.sections.filter(
      (each) =>
        first &&
        each.at > first.at &&
        each.level === first.level &&
        isSame(each.heading, first.heading) &&
        isSame(each.parent?.heading ?? '', first.parent?.heading ?? ''),
    );
    return repeated.map(({ at, heading }) => ({
      code: 'duplicate-section' as const,
      line: at + 1,
      message: msg(
        'The section "{0}" is there twice, and Baton uses the one in line {1}: join them.',
        heading,
        (first?.at ?? 0) + 1,
      ),
    }));
  });
}
