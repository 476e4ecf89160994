// An item of a Markdown list, as far as these documents need it.

export interface ListItem {
  /** Columns before its mark; a tab counts as four. */
  readonly indent: number;
  /** After the mark and a check box. */
  readonly text: string;
  /** Of its check box, if it has one. */
  readonly done: boolean | undefined;
}

/** `- a`, `* [x] a`, `+ a`, `1. a`, `・a`. */
const item = /^([ \t]*)(?:(?:[-*+•]|\d{1,9}[.)])[ \t]+|・[ \t]*)(?:\[([ xX])\][ \t]+)?/;

export function listItemOf(line: string): ListItem | undefined {
  const found = item.exec(line);
  if (!found) {
    return undefined;
  }
  const [mark, spaces = '', box] = found;
  return {
    indent: columnsOf(spaces),
    text: line.slice(mark.length).trim(),
    done: box === undefined ? undefined : box !== ' ',
  };
}

export function indentOf(line: string): number {
  return columnsOf(/^[ \t]*/.exec(line)?.[0] ?? '');
}

function columnsOf(spaces: string): number {
  return spaces.replaceAll('\t', '    ').length;
}

/** `- (none)`, `なし`, `없음`: somebody says that there is nothing. */
export function saysNothing(text: string): boolean {
  const words = text.replace(/[\s*_`().。（）<>{}[\]-]/g, '');
  return /^(?:|none|empty|n\/?a|nothing|noneyet|なし|無し|特になし|空|없음|해당없음|비어있음)$/i.test(
    words,
  );
}

/** Cells of a table's row, without those outer bars; undefined where it is none. */
export function tableCells(line: string): string[] | undefined {
  const row = line.trim();
  if (!row.startsWith('|')) {
    return undefined;
  }
  const cells = row
    .slice(1, row.endsWith('|') && row.length > 1 ? -1 : undefined)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
  return cells;
}

export function isTableRule(cells: readonly string[]): boolean {
  return cells.every((cell) => /^:?-{1,200}:?$/.test(cell));
}
