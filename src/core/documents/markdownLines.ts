// Markdown as numbered lines, with what is only an example or a remark told apart. No I/O, no
// rewriting.

export interface MarkdownLine {
  readonly text: string;
  /** 1-based. */
  readonly number: number;
  /** Inside a code fence, where headings and entries are only examples. */
  readonly fenced: boolean;
  /** Inside an HTML comment that began in a line before. */
  readonly commented: boolean;
}

export function markdownLines(document: string): MarkdownLine[] {
  const plain = document.replace(/^\uFEFF/, '');
  const texts = plain.includes('\r') ? plain.split(/\r\n|\n|\r/) : plain.split('\n');
  // Nearly all have none, and a log may be long.
  if (!/```|~~~|<!--/.test(plain)) {
    return texts.map((text, index) => ({
      text,
      number: index + 1,
      fenced: false,
      commented: false,
    }));
  }
  const { fenced, commented } = hiddenLines(texts);
  return texts.map((text, index) => ({
    text,
    number: index + 1,
    fenced: fenced.has(index),
    commented: commented.has(index),
  }));
}

/**
 * In one pass, because a comment inside a fence is none, and a fence that opens inside a comment
 * ends with it. What is never closed hides nothing: it must not swallow the rest of a document.
 */
function hiddenLines(texts: readonly string[]) {
  const fenced = new Set<number>();
  const commented = new Set<number>();
  const lastCommentEnd = texts.findLastIndex((text) => text.includes('-->'));
  let fence: { marker: string; at: number } | undefined;
  let inComment = false;
  texts.forEach((text, index) => {
    if (inComment) {
      commented.add(index);
    }
    const isCandidate = text.includes('```') || text.includes('~~~');
    const marker = isCandidate ? /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1] : undefined;
    if (marker && !fence) {
      fence = { marker, at: index };
    } else if (
      fence &&
      marker?.startsWith(fence.marker) &&
      text.trim() === marker // a closing fence carries no info string
    ) {
      for (let line = fence.at; line <= index; line++) {
        fenced.add(line);
      }
      fence = undefined;
    }
    if (inComment && text.includes('-->')) {
      inComment = false;
      fence = undefined;
    } else if (!inComment && !fence) {
      inComment = index < lastCommentEnd && opensComment(text);
    }
  });
  return { fenced, commented };
}

/** Only at the start of a line does a comment go on over lists and blank lines, as in CommonMark. */
function opensComment(text: string): boolean {
  return text.includes('<!--') && text.trimStart().startsWith('<!--') && !text.includes('-->');
}

/** `## Title ##`, without its marks. */
export function headingOf(text: string): { level: number; text: string } | undefined {
  if (!text.includes('#')) {
    return undefined;
  }
  const match = /^ {0,3}(#{1,6})\s(.*)$/.exec(text);
  return match ? { level: match[1]?.length ?? 1, text: withoutClosing(match[2] ?? '') } : undefined;
}

/** By hand: a pattern for it takes quadratic time. */
function withoutClosing(heading: string): string {
  const trimmed = heading.trim();
  let end = trimmed.length;
  while (trimmed[end - 1] === '#') {
    end--;
  }
  // Without a space before them they belong to the words: `## C#`.
  return end === 0 || trimmed[end - 1] === ' ' ? trimmed.slice(0, end).trim() : trimmed;
}

const markerStarts = ['<', '=', '>', '|'];
const conflictMarker = /^(?:<{7} |={7}$|>{7} |\|{7} )/;

export function conflictMarkers(lines: readonly MarkdownLine[]): MarkdownLine[] {
  const marked = lines.filter(
    ({ text }) => markerStarts.includes(text.charAt(0)) && conflictMarker.test(text),
  );
  // A lone row of equals signs is a heading's underline; a conflict has its opening marker too.
  return marked.some((line) => line.text.startsWith('<')) ? marked : [];
}
