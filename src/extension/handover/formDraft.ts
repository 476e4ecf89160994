// What a person typed into the handover form, apart from what was suggested: so it can be kept, and
// laid over suggestions that are collected anew. Pure.

import * as z from 'zod/mini';
import {
  type FormEdit,
  type ListName,
  rowParts,
  type RowPart,
  textFields,
} from '../../webview/handover/protocol';
import type { FormRow } from './formModel';

const draftRow = z.object({
  key: z.string(),
  checked: z.boolean(),
  /** It was suggested, and then changed. */
  isSuggested: z.boolean(),
  texts: z.record(z.enum(rowParts), z.string()),
});
export type DraftRow = z.infer<typeof draftRow>;

const draftList = z.object({ unchecked: z.array(z.string()), rows: z.array(draftRow) });

/** As it is kept; of another version of Baton, it may be anything. */
export const formDraftSchema = z.object({
  texts: z.partialRecord(z.enum(textFields), z.string()),
  decisions: draftList,
  steeringExceptions: draftList,
});
export type FormDraft = z.infer<typeof formDraftSchema>;

export const emptyTexts: Readonly<Record<RowPart, string>> = {
  summary: '',
  reason: '',
  impact: '',
  steeringRef: '',
};

export const emptyDraft: FormDraft = {
  texts: {},
  decisions: { unchecked: [], rows: [] },
  steeringExceptions: { unchecked: [], rows: [] },
};

export function isEmptyDraft({ texts, decisions, steeringExceptions }: FormDraft): boolean {
  const lists = [decisions, steeringExceptions];
  return (
    Object.keys(texts).length === 0 &&
    lists.every(({ unchecked, rows }) => unchecked.length === 0 && rows.length === 0)
  );
}

/** `rows` are those that are shown: a suggested one becomes the person's when it is touched. */
export function withEdit(
  draft: FormDraft,
  edit: FormEdit,
  rows: Readonly<Record<ListName, readonly FormRow[]>>,
): FormDraft {
  switch (edit.type) {
    case 'edit':
      return { ...draft, texts: { ...draft.texts, [edit.field]: edit.value } };
    case 'revert': {
      const others = Object.entries(draft.texts).filter(([field]) => field !== edit.field);
      return { ...draft, texts: Object.fromEntries(others) };
    }
    case 'addRow': {
      const row = { key: newKey(draft), checked: true, isSuggested: false, texts: emptyTexts };
      const { unchecked, rows: others } = draft[edit.list];
      return { ...draft, [edit.list]: { unchecked, rows: [...others, row] } };
    }
    case 'removeRow': {
      const { unchecked, rows: all } = draft[edit.list];
      const left = all.filter(({ key, isSuggested }) => key !== edit.key || isSuggested);
      return { ...draft, [edit.list]: { unchecked, rows: left } };
    }
    case 'check':
    case 'editRow': {
      const row = rows[edit.list].find(({ key }) => key === edit.key);
      return row ? { ...draft, [edit.list]: withRow(draft[edit.list], row, edit) } : draft;
    }
  }
}

function withRow(
  { unchecked, rows }: FormDraft[ListName],
  row: FormRow,
  edit: Extract<FormEdit, { type: 'check' | 'editRow' }>,
): FormDraft[ListName] {
  if (row.id !== undefined) {
    const others = unchecked.filter((key) => key !== row.key);
    const isOff = edit.type === 'check' && !edit.checked;
    return { unchecked: isOff ? [...others, row.key] : others, rows };
  }
  const { key, isSuggested } = row;
  const changed =
    edit.type === 'check'
      ? { key, isSuggested, checked: edit.checked, texts: row.texts }
      : {
          key,
          isSuggested,
          checked: row.checked,
          texts: { ...row.texts, [edit.part]: edit.value },
        };
  const isKnown = rows.some((each) => each.key === key);
  return {
    unchecked,
    rows: isKnown ? rows.map((each) => (each.key === key ? changed : each)) : [...rows, changed],
  };
}

export function newKey({ decisions, steeringExceptions }: FormDraft): string {
  const numbers = [...decisions.rows, ...steeringExceptions.rows].map(({ key }) =>
    Number(/^new-(\d+)$/.exec(key)?.[1] ?? 0),
  );
  return `new-${Math.max(0, ...numbers) + 1}`;
}
