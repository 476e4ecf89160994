// The handover form as a value: what was collected, what a person typed over it, and what follows
// from the two. Pure, so that it is tested without VS Code; handoverPanel.ts shows it.

import { createHash } from 'node:crypto';
import type {
  AnsweredDecision,
  CollectedFrom,
  HandoverAnswers,
  HandoverPlan,
} from '../../core/handover/handoverReports';
import type { Decision } from '../../core/schemas/handover';
import { type Message, msg } from '../../core/support/message';
import {
  elementId,
  type FormEdit,
  type ListName,
  listNames,
  type RowPart,
  type TextField,
  textFields,
} from '../../webview/handover/protocol';
import { type DraftRow, emptyTexts, type FormDraft, withEdit } from './formDraft';

export interface FormModel {
  readonly plan: HandoverPlan;
  readonly draft: FormDraft;
  /** Whether a person asked to write it: problems are not shown before. */
  readonly wasTried: boolean;
}

export interface FormRow {
  readonly key: string;
  readonly checked: boolean;
  /** Of an entry of the log. */
  readonly id: string | undefined;
  /** The transcript shows it. */
  readonly isSuggested: boolean;
  readonly isEdited: boolean;
  readonly texts: Readonly<Record<RowPart, string>>;
}

export interface FormProblem {
  /** As `elementId` names it. */
  readonly at: string;
  readonly text: Message;
}

export function openForm(plan: HandoverPlan, draft: FormDraft): FormModel {
  return withPlan({ plan, draft, wasTried: false }, plan);
}

export function edited(model: FormModel, edit: FormEdit): FormModel {
  const rows = {
    decisions: rowsOf(model, 'decisions'),
    steeringExceptions: rowsOf(model, 'steeringExceptions'),
  };
  return { ...model, draft: withEdit(model.draft, edit, rows) };
}

/** What was typed stays; only a row that has got into the log meanwhile is not added once more. */
export function withPlan(model: FormModel, plan: HandoverPlan): FormModel {
  const withoutLogged = (list: ListName): FormDraft[ListName] => {
    const logged = new Set(plan[list].map(({ summary }) => folded(summary)));
    const { unchecked, rows } = model.draft[list];
    const isLogged = (summary: string) => summary !== '' && logged.has(summary);
    return { unchecked, rows: rows.filter(({ texts }) => !isLogged(folded(texts.summary))) };
  };
  const draft = {
    ...model.draft,
    decisions: withoutLogged('decisions'),
    steeringExceptions: withoutLogged('steeringExceptions'),
  };
  return { ...model, plan, draft };
}

export function textOf({ plan, draft }: FormModel, field: TextField): string {
  return draft.texts[field] ?? plan.suggested[field].text;
}

/** Where the text of a field comes from; empty where it was edited. */
export function sourcesOf(model: FormModel, field: TextField): readonly CollectedFrom[] {
  const { text, from } = model.plan.suggested[field];
  return isEdited(model, field) || text.trim() === '' ? [] : from;
}

export function isEdited({ plan, draft }: FormModel, field: TextField): boolean {
  const typed = draft.texts[field];
  return typed !== undefined && typed !== plan.suggested[field].text;
}

/** What is in the log, then what the transcript suggests, then what a person added. */
export function rowsOf({ plan, draft }: FormModel, list: ListName): readonly FormRow[] {
  const { unchecked, rows } = draft[list];
  const logged = loggedIn(plan, list).map((decision) => {
    const key = keyOfLogged(decision);
    const common = { key, id: decision.id, isSuggested: false, isEdited: false };
    return { ...common, checked: !unchecked.includes(key), texts: textsOf(decision) };
  });
  const shown = new Map<string, FormRow>();
  for (const decision of list === 'decisions' ? plan.suggestedDecisions : []) {
    const key = keyOfSuggested(decision);
    const common = { key, id: undefined, isSuggested: true, isEdited: false };
    shown.set(key, { ...common, checked: false, texts: textsOf(decision) });
  }
  for (const row of rows) {
    shown.set(row.key, toRow(row));
  }
  return [...logged, ...shown.values()];
}

export function answersOf(model: FormModel): HandoverAnswers {
  const chosen = (list: ListName) =>
    rowsOf(model, list)
      .filter((row) => row.checked && !isBlank(row))
      .map((row) => row.id ?? answeredDecision(row, model.plan));
  return {
    goal: textOf(model, 'goal').trim(),
    accomplished: textOf(model, 'accomplished').trim(),
    nextAction: textOf(model, 'nextAction').trim(),
    decisions: chosen('decisions'),
    warnings: textOf(model, 'warnings').trim(),
    tone: textOf(model, 'tone').trim(),
    steeringExceptions: chosen('steeringExceptions'),
  };
}

/** In the order of the form. */
export function problemsOf(model: FormModel): readonly FormProblem[] {
  const empty = (field: TextField) =>
    emptyAnswers[field] && textOf(model, field).trim() === ''
      ? [{ at: elementId(field), text: emptyAnswers[field] }]
      : [];
  const ofList = (list: ListName) =>
    rowsOf(model, list)
      .filter((row) => row.checked && row.id === undefined && !isBlank(row))
      .flatMap(({ key, texts }) =>
        emptyParts[list].flatMap(([part, text]) =>
          texts[part].trim() === '' ? [{ at: elementId(list, key, part), text }] : [],
        ),
      );
  return [...textFields.flatMap(empty), ...listNames.flatMap(ofList)];
}

/** The ids that answers have, or will have when nobody else adds a decision meanwhile. */
export function expectedIds(
  { decisions, steeringExceptions }: HandoverAnswers,
  log: readonly Pick<Decision, 'id'>[],
): { readonly decisions: string[]; readonly exceptions: string[] } {
  let last = log.reduce((highest, { id }) => Math.max(highest, Number(id.slice(1))), 0);
  const idOf = (answer: string | AnsweredDecision) =>
    typeof answer === 'string' ? answer : `D${++last}`;
  return { decisions: decisions.map(idOf), exceptions: steeringExceptions.map(idOf) };
}

const emptyAnswers: Partial<Record<TextField, Message>> = {
  goal: msg('Say what this session was meant to achieve.'),
  accomplished: msg('Say what was accomplished.'),
  nextAction: msg('Say what the next session begins with.'),
};

/** Nobody is made to invent an impact or a document. */
const emptyParts: Readonly<Record<ListName, readonly (readonly [RowPart, Message])[]>> = {
  decisions: [
    ['summary', msg('Say what was decided.')],
    ['reason', msg('Say why.')],
  ],
  steeringExceptions: [
    ['summary', msg('Say what is done differently.')],
    ['reason', msg('Say why.')],
  ],
};

/** What else the transcript says of a suggestion goes along, while it is still that decision. */
function answeredDecision(row: FormRow, { suggestedDecisions }: HandoverPlan): AnsweredDecision {
  const filled = Object.entries(row.texts)
    .map(([part, text]) => [part, text.trim()] as const)
    .filter(([, text]) => text !== '');
  const summary = row.texts.summary.trim();
  const suggestion = suggestedDecisions.find((each) => folded(each.summary) === folded(summary));
  return { ...suggestion, ...Object.fromEntries(filled), summary };
}

function toRow({ key, checked, isSuggested, texts }: DraftRow): FormRow {
  return { key, checked, id: undefined, isSuggested, isEdited: true, texts };
}

function textsOf({ summary, reason, impact, steeringRef }: AnsweredDecision): FormRow['texts'] {
  return {
    ...emptyTexts,
    summary,
    ...(reason !== undefined && { reason }),
    ...(impact !== undefined && { impact }),
    ...(steeringRef !== undefined && { steeringRef }),
  };
}

/** An exception is asked about once, with the others of its kind. */
function loggedIn(plan: HandoverPlan, list: ListName): readonly Decision[] {
  const exceptions = plan.steeringExceptions.map(keyOfLogged);
  return list === 'decisions'
    ? plan.decisions.filter((decision) => !exceptions.includes(keyOfLogged(decision)))
    : plan.steeringExceptions;
}

/** With its line: after a merge of branches two entries may have one number. */
function keyOfLogged({ id, line }: Decision): string {
  return `${id}:${line}`;
}

function keyOfSuggested({ summary }: AnsweredDecision): string {
  return `suggested-${createHash('sha256').update(folded(summary)).digest('hex').slice(0, 16)}`;
}

/** A row that was added and never filled in says nothing. */
function isBlank({ texts }: FormRow): boolean {
  return Object.values(texts).every((text) => text.trim() === '');
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
