// Decisions or exceptions to choose from, and new ones to fill in.

import { button, element, setShown, setText } from './elements';
import {
  elementId,
  type FormEdit,
  type ListName,
  type PageRow,
  type RowPart,
  type Words,
} from './protocol';
import { type TypedText, typedText } from './typedText';

export interface RowList {
  readonly root: HTMLElement;
  update(rows: readonly PageRow[], seq: number): void;
}

type Unnumbered<T> = T extends unknown ? Omit<T, 'seq'> : never;
/** Sends an edit to the host and gives its number. */
export type SendEdit = (edit: Unnumbered<FormEdit>) => number;

interface ShownRow {
  readonly root: HTMLElement;
  update(row: PageRow, seq: number): void;
}

const partsOf: Readonly<Record<ListName, readonly RowPart[]>> = {
  decisions: ['summary', 'reason', 'impact'],
  steeringExceptions: ['summary', 'reason', 'impact', 'steeringRef'],
};

export function rowList(list: ListName, words: Words, send: SendEdit): RowList {
  const isDecisions = list === 'decisions';
  const none = element(
    'p',
    { class: 'none' },
    words[isDecisions ? 'noDecisions' : 'noSteeringExceptions'],
  );
  const rows = element('div', { class: 'rows' });
  const add = button(words[isDecisions ? 'addDecision' : 'addException'], 'secondary', () => {
    send({ type: 'addRow', list });
  });
  const shown = new Map<string, ShownRow>();
  const remove = (key: string) => {
    send({ type: 'removeRow', list, key });
    add.focus();
  };
  return {
    root: element('div', { class: 'list', id: elementId(list) }, none, rows, add),
    update: (latest, seq) => {
      setShown(none, latest.length === 0);
      for (const [key, row] of shown) {
        if (!latest.some((each) => each.key === key)) {
          row.root.remove();
          shown.delete(key);
        }
      }
      latest.forEach((row, index) => {
        const known = shown.get(row.key) ?? createRow(list, row, { words, send, remove });
        shown.set(row.key, known);
        // Only where it is not there yet: moving an element takes its focus away.
        if (rows.children[index] !== known.root) {
          rows.insertBefore(known.root, rows.children[index] ?? null);
        }
        known.update(row, seq);
      });
    },
  };
}

interface RowParts {
  readonly words: Words;
  readonly send: SendEdit;
  readonly remove: (key: string) => void;
}

function createRow(list: ListName, row: PageRow, parts: RowParts): ShownRow {
  const { words, send, remove } = parts;
  const { key } = row;
  const texts = row.id === undefined ? newTexts(list, key, words, send) : undefined;
  const boxId = elementId(list, key);
  const box = element('input', { type: 'checkbox', id: boxId });
  let checkedAt = 0;
  box.addEventListener('change', () => {
    checkedAt = send({ type: 'check', list, key, checked: box.checked });
  });
  const name = element('label', { for: boxId });
  const mark = element('span', { class: 'mark' });
  const why = element('p', { class: 'hint' });
  const details = element(
    'div',
    { class: 'parts' },
    ...[...(texts?.values() ?? [])].map(({ root }) => root),
  );
  const removal = button(words.remove, 'secondary small', () => {
    remove(key);
  });
  const root = element(
    'div',
    { class: 'row', role: 'group', 'aria-labelledby': `${boxId}#name` },
    element('div', { class: 'rowHead' }, box, name, mark, removal),
    why,
    details,
  );
  name.id = `${boxId}#name`;
  return {
    root,
    update: (latest, seq) => {
      const { id, checked, isRemovable } = latest;
      const added = words[list === 'decisions' ? 'newDecision' : 'newException'];
      const { summary } = latest.texts;
      setText(name, isRemovable ? added : [id, summary].filter(Boolean).join(' '));
      if (checkedAt <= seq) {
        box.checked = checked;
      }
      setShown(box, !isRemovable);
      setShown(removal, isRemovable);
      setText(mark, latest.mark ?? '');
      mark.classList.toggle('edited', latest.isEdited);
      setShown(mark, latest.mark !== undefined);
      setText(why, latest.texts.reason);
      setShown(why, id !== undefined && latest.texts.reason !== '');
      setShown(details, id === undefined && box.checked);
      for (const [part, text] of texts ?? []) {
        text.update({ value: latest.texts[part], problem: latest.problems[part] }, seq);
      }
    },
  };
}

function newTexts(
  list: ListName,
  key: string,
  words: Words,
  send: SendEdit,
): ReadonlyMap<RowPart, TypedText> {
  return new Map(
    partsOf[list].map((part) => [
      part,
      typedText({
        id: elementId(list, key, part),
        label: words[part],
        required: part === 'summary' || part === 'reason' ? words.required : undefined,
        lines: part === 'reason' || part === 'impact' ? 2 : 1,
        onInput: (value) => send({ type: 'editRow', list, key, part, value }),
      }),
    ]),
  );
}
