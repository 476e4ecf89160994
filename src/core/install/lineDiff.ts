// The lines that differ between two texts, for a person: what is the same is shown only around them.

interface Line {
  readonly mark: '-' | '+' | ' ';
  readonly text: string;
}

/** More than these would take too long to compare each with each; settings are far shorter. */
const mostCells = 4_000_000;

/** `- gone`, `+ new`; a few lines around are shown as they are, and `…` for what is left out between. */
export function lineDiff(before: string, after: string, around = 2): string[] {
  const lines = allLines(linesOf(before), linesOf(after));
  const changed = lines.flatMap(({ mark }, index) => (mark === ' ' ? [] : [index]));
  const shown = new Set(
    changed.flatMap((index) =>
      Array.from({ length: 2 * around + 1 }, (_, offset) => index - around + offset),
    ),
  );
  return lines.flatMap(({ mark, text }, index) => {
    if (shown.has(index)) {
      return [`${mark} ${text}`];
    }
    const isGap = shown.has(index - 1) && index < (changed.at(-1) ?? 0);
    return isGap ? ['  …'] : [];
  });
}

function allLines(old: readonly string[], now: readonly string[]): Line[] {
  let start = 0;
  while (start < old.length && start < now.length && isSame(old[start], now[start])) {
    start++;
  }
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    isSame(old.at(-1 - end), now.at(-1 - end))
  ) {
    end++;
  }
  const middle = [old.slice(start, old.length - end), now.slice(start, now.length - end)] as const;
  return [
    ...marked(' ', now.slice(0, start)),
    ...compared(...middle),
    ...marked(' ', now.slice(now.length - end)),
  ];
}

/** By the longest common subsequence, so that what stays is never shown as gone and come back. */
function compared(old: readonly string[], now: readonly string[]): Line[] {
  const width = now.length + 1;
  if ((old.length + 1) * width > mostCells) {
    return [...marked('-', old), ...marked('+', now)];
  }
  // How many lines the two have in common from here on.
  const common = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = now.length - 1; column >= 0; column--) {
      common[row * width + column] = isSame(old[row], now[column])
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: Line[] = [];
  let row = 0;
  let column = 0;
  while (row < old.length && column < now.length) {
    if (isSame(old[row], now[column])) {
      lines.push(...marked(' ', now.slice(column, column + 1)));
      row++;
      column++;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      lines.push(...marked('-', old.slice(row, ++row)));
    } else {
      lines.push(...marked('+', now.slice(column, ++column)));
    }
  }
  return [...lines, ...marked('-', old.slice(row)), ...marked('+', now.slice(column))];
}

/** In JSON, a line gets a comma because of the one after it: it is still the user's own. */
function isSame(old: string | undefined, now: string | undefined): boolean {
  return old?.replace(/,$/, '') === now?.replace(/,$/, '');
}

function marked(mark: Line['mark'], texts: readonly string[]): Line[] {
  return texts.map((text) => ({ mark, text }));
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}
