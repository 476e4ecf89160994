// The lines that differ between two texts, for a person: what is the same at both ends is left out.

/** `- gone`, `+ new`; a few lines around are shown as they are. */
export function lineDiff(before: string, after: string, around = 2): string[] {
  const old = linesOf(before);
  const now = linesOf(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) {
    start++;
  }
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    old.at(-1 - end) === now.at(-1 - end)
  ) {
    end++;
  }
  const same = (lines: string[]) => lines.map((line) => `  ${line}`);
  return [
    ...same(old.slice(Math.max(0, start - around), start)),
    ...old.slice(start, old.length - end).map((line) => `- ${line}`),
    ...now.slice(start, now.length - end).map((line) => `+ ${line}`),
    ...same(old.slice(old.length - end, old.length - end + around)),
  ];
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}
