// What the page of the handover form shows, from the form and what is being done with it. Pure.

import type { HandoverReport } from '../../core/handover/handoverReports';
import { type Message, render, type Translate } from '../../core/support/message';
import { oneLine } from '../../core/support/plainText';
import {
  elementId,
  listNames,
  type ListName,
  type PageField,
  type PageRow,
  type PageState,
  type Phase,
  rowParts,
  type TextField,
  textFields,
} from '../../webview/handover/protocol';
import { isEmptyDraft } from './formDraft';
import {
  type FormModel,
  type FormProblem,
  isEdited,
  problemsOf,
  rowsOf,
  sourcesOf,
  textOf,
} from './formModel';
import { sourceWords } from './formWords';

export interface FormSituation {
  readonly phase: Phase;
  /** Undefined until something is collected. */
  readonly model: FormModel | undefined;
  /** session.md, relative to the root. */
  readonly target: string;
  readonly seq: number;
  readonly status?: Message | undefined;
  readonly notice?: FormNotice | undefined;
  readonly report?: HandoverReport | undefined;
  readonly focus?: string | undefined;
}

export interface FormNotice {
  readonly kind: 'warning' | 'error';
  readonly text: Message;
  readonly actions: NonNullable<PageState['notice']>['actions'];
}

export function pageState(situation: FormSituation, t: Translate): PageState {
  const { phase, seq, status, notice, model, report, focus, target } = situation;
  return {
    type: 'state',
    seq,
    phase,
    status: status ? render(status, t) : '',
    ...(notice && { notice: { ...notice, text: render(notice.text, t) } }),
    ...(model && { form: { target, ...formState(model, t) } }),
    ...(report && { report: reportState(report, t) }),
    ...(focus !== undefined && { focus }),
  };
}

function formState(model: FormModel, t: Translate): Omit<NonNullable<PageState['form']>, 'target'> {
  const words = sourceWords(t);
  const problems = model.wasTried ? problemsOf(model) : [];
  return {
    missing: model.plan.facts.missing.map(({ what, why }) => `${words[what]}: ${oneLine(why)}`),
    fields: record(textFields, (field) => pageField(model, field, problems, t)),
    lists: record(listNames, (list) => pageRows(model, list, problems, t)),
    isEdited: !isEmptyDraft(model.draft),
  };
}

function pageField(
  model: FormModel,
  field: TextField,
  problems: readonly FormProblem[],
  t: Translate,
): PageField {
  const words = sourceWords(t);
  const problem = problems.find(({ at }) => at === elementId(field));
  const wasEdited = isEdited(model, field);
  return {
    value: textOf(model, field),
    marks: wasEdited ? [t('edited')] : sourcesOf(model, field).map((source) => words[source]),
    isEdited: wasEdited,
    canRevert: wasEdited && model.plan.suggested[field].text.trim() !== '',
    ...(problem && { problem: render(problem.text, t) }),
  };
}

function pageRows(
  model: FormModel,
  list: ListName,
  problems: readonly FormProblem[],
  t: Translate,
): PageRow[] {
  return rowsOf(model, list).map((row) => {
    const { key, checked, id, isSuggested, texts } = row;
    const found = rowParts.flatMap((part) => {
      const problem = problems.find(({ at }) => at === elementId(list, key, part));
      return problem ? [[part, render(problem.text, t)]] : [];
    });
    const mark = isSuggested ? (row.isEdited ? t('edited') : sourceWords(t).transcript) : undefined;
    return {
      key,
      checked,
      ...(id !== undefined && { id }),
      isRemovable: id === undefined && !isSuggested,
      ...(mark !== undefined && { mark }),
      isEdited: row.isEdited,
      texts: { ...texts },
      problems: Object.fromEntries(found) as PageRow['problems'],
    };
  });
}

function reportState(report: HandoverReport, t: Translate): NonNullable<PageState['report']> {
  const { path, archive, captured, decision, reminder, warnings } = report;
  return {
    file: path,
    ...(archive !== undefined && { archive }),
    captured: [...captured],
    reminder: render(reminder, t),
    warnings: warnings.map((warning) => render(warning, t)),
    end:
      decision === undefined
        ? t('The end of the session is noted in decisions.md as soon as that is free.')
        : t('The end of the session is {0} in decisions.md.', decision),
  };
}

function record<K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>;
}
