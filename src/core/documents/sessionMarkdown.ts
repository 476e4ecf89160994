// session.md -> headers and sections. Reads only; what it does not know stays in `sections`.

import type { SessionDocument } from '../schemas/handover';
import { msg } from '../support/message';
import type { DocumentProblem } from './decisions';
import { conflictMarkers, headingOf, type MarkdownLine, markdownLines } from './markdownLines';

export interface ParsedSessionDocument {
  readonly document: SessionDocument;
  readonly problems: readonly DocumentProblem[];
}

export function parseSessionMarkdown(text: string): ParsedSessionDocument {
  const lines = markdownLines(text);
  const sections = sectionsOf(lines);
  const header = (name: string) => headerField(lines, name);
  return {
    document: {
      // The absence of the marker is what says that a person polished it.
      mode: header('Mode')?.toLowerCase() === 'auto-draft' ? 'auto-draft' : 'polished',
      generated: header('Generated'),
      branch: header('Branch'),
      goal: header('Session Goal'),
      nextAction: sectionText(sections, 'Immediate Next Action'),
      sections,
    },
    problems: conflictMarkers(lines).map(({ number }) => ({
      code: 'conflict-marker',
      line: number,
      message: msg('A merge left a conflict marker here: resolve it.'),
    })),
  };
}

function sectionsOf(lines: readonly MarkdownLine[]): SessionDocument['sections'] {
  const headings = lines.flatMap((line, index) => {
    const heading = line.fenced ? undefined : headingOf(line.text);
    return heading ? [{ level: heading.level, heading: heading.text, index }] : [];
  });
  return headings.map(({ level, heading, index }, position) => ({
    heading,
    level,
    line: index + 1,
    text: lines
      .slice(index + 1, headings[position + 1]?.index)
      .map((line) => line.text)
      .join('\n')
      .trim(),
  }));
}

function sectionText(sections: SessionDocument['sections'], heading: string): string | null {
  const section = sections.find((each) => each.heading.toLowerCase() === heading.toLowerCase());
  return section?.text || null;
}

/** `**Branch**: main`, anywhere before the first section of level two. */
function headerField(lines: readonly MarkdownLine[], name: string): string | null {
  for (const { text, fenced } of lines) {
    if (!fenced && /^ {0,3}##\s/.test(text)) {
      return null;
    }
    const match = /^\s*\*\*([^*]+)\*\*(.*)$/.exec(text);
    if (match?.[1]?.replace(/:$/, '').toLowerCase() === name.toLowerCase()) {
      return (match[2] ?? '').replace(/^\s*:?/, '').trim() || null;
    }
  }
  return null;
}
