// What of a Markdown text is neither in a fence nor in a code span, found by the rules of CommonMark
// and not by how Baton writes it.

export function outsideCode(markdown: string): string {
  let fence: { readonly mark: string; readonly length: number } | undefined;
  const lines: string[] = [];
  for (const line of markdown.split(/\r\n?|\n/)) {
    const found = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    const run = found?.[1] ?? '';
    if (fence) {
      const isEnd = run.startsWith(fence.mark) && run.length >= fence.length;
      fence = isEnd && found?.[2]?.trim() === '' ? undefined : fence;
    } else if (run !== '' && !(run.startsWith('`') && found?.[2]?.includes('`'))) {
      fence = { mark: run.charAt(0), length: run.length };
    } else {
      lines.push(withoutSpans(line));
    }
  }
  return lines.join('\n');
}

/** A run of backticks opens a span that ends at the next run of the same length; a backslash escapes none within it. */
function withoutSpans(line: string): string {
  let rest = line;
  let outside = '';
  for (;;) {
    const open = /(?<!\\)`+/.exec(rest);
    if (!open) {
      return outside + rest;
    }
    const after = rest.slice(open.index + open[0].length);
    const close = [...after.matchAll(/`+/g)].find(([run]) => run.length === open[0].length);
    outside += rest.slice(0, open.index) + (close ? '' : open[0]);
    rest = close ? after.slice(close.index + close[0].length) : after;
  }
}
