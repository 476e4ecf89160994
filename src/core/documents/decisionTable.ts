// Decisions that are written as rows of a table. A table that only lists what is told elsewhere, or
// that says something else about decisions, adds none.

import type { Decision } from '../schemas/handover';
import { fieldNamed } from './decisionField';
import { typeNamed } from './decisionHead';
import { isTableRule, tableCells } from './listItem';
import type { MarkdownLine } from './markdownLines';

type Column = keyof Decision | undefined;

/** `lines` need not be all: where one is left out, a table ends. */
export function decisionsInTables(lines: readonly MarkdownLine[]): Decision[] {
  const decisions: Decision[] = [];
  let columns: readonly Column[] | undefined;
  let last = 0;
  for (const { text, number, fenced, commented } of lines) {
    columns = number === last + 1 ? columns : undefined;
    last = number;
    const cells =
      fenced || commented || !text.trimStart().startsWith('|') ? undefined : tableCells(text);
    if (cells && columns && !isTableRule(cells)) {
      decisions.push(...decisionIn(columns, cells, number));
    }
    columns = cells && (columns ?? cells.map(columnNamed));
  }
  return decisions;
}

function columnNamed(cell: string): Column {
  const name = cell.replace(/[*_`]/g, '').trim();
  if (/^(?:id|#|no\.?|番号|번호)$/i.test(name)) {
    return 'id';
  }
  return /^(?:summary|title|decision point|要約|概要|タイトル|요약|제목)$/i.test(name)
    ? 'summary'
    : fieldNamed(name);
}

function decisionIn(
  columns: readonly Column[],
  cells: readonly string[],
  line: number,
): Decision[] {
  const of = (column: Column) => cells[columns.indexOf(column)]?.trim();
  const id = /^[*_`~]*[Dd]-?(\d{1,15})[*_`~]*$/.exec(of('id') ?? '')?.[1];
  const summary = of('summary') ?? of('decision');
  if (id === undefined || !summary) {
    return [];
  }
  const type = of('type')?.replace(/[*`]/g, '') ?? '';
  const others = (['context', 'decision', 'reason', 'impact', 'source', 'supersedes'] as const)
    .map((key) => [key, of(key)] as const)
    .filter(([, value]) => value);
  return [
    {
      id: `D${Number(id)}`,
      at: of('at') ?? '',
      type: typeNamed(type) ?? type,
      summary,
      ...Object.fromEntries(others),
      line,
    },
  ];
}
