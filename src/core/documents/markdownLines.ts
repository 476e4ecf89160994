// Markdown as numbered lines, with what is inside code fences told apart. No I/O, no rewriting.

export interface MarkdownLine {
  readonly text: string;
  /** 1-based. */
  readonly number: number;
  /** Inside a code fence, where headings and entries are only examples. */
  readonly fenced: boolean;
}

export function markdownLines(document: string): MarkdownLine[] {
  const texts = document.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const fences = fencedRanges(texts);
  return texts.map((text, index) => ({
    text,
    number: index + 1,
    fenced: fences.has(index),
  }));
}

/** A fence that is never closed fences nothing: it must not swallow the rest of a document. */
function fencedRanges(texts: readonly string[]): Set<number> {
  const fenced = new Set<number>();
  let open: { marker: string; at: number } | undefined;
  texts.forEach((text, index) => {
    const isCandidate = text.includes('```') || text.includes('~~~');
    const marker = isCandidate ? /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1] : undefined;
    if (!marker) {
      return;
    }
    if (!open) {
      open = { marker, at: index };
    } else if (
      marker.startsWith(open.marker) &&
      text.trim() === marker // a closing fence carries no info string
    ) {
      for (let line = open.at; line <= index; line++) {
        fenced.add(line);
      }
      open = undefined;
    }
  });
  return fenced;
}

const conflictMarker = /^(?:<{7} |={7}$|>{7} |\|{7} )/;

export function conflictMarkers(lines: readonly MarkdownLine[]): MarkdownLine[] {
  const marked = lines.filter(({ text }) => /^[<=>|]/.test(text) && conflictMarker.test(text));
  // A lone row of equals signs is a heading's underline; a conflict has its opening marker too.
  return marked.some((line) => line.text.startsWith('<')) ? marked : [];
}
