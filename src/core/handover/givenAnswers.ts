// Answers that came as JSON, from a person's file or an agent, made whole: what is missing is what was
// collected. Pure.

import { UserError } from '../support/errors';
import { type Message, msg } from '../support/message';
import { isRecord } from '../transcript/lineValues';
import type { AnsweredDecision, HandoverAnswers, HandoverPlan } from './handoverReports';

export interface GivenAnswers {
  readonly answers: HandoverAnswers;
  /** What was given but means nothing here. */
  readonly warnings: readonly Message[];
}

const texts = ['goal', 'accomplished', 'nextAction', 'warnings', 'tone'] as const;
const lists = ['decisions', 'steeringExceptions'] as const;

/** In one line of session.md; the others may be lists. */
const oneLiners: readonly string[] = ['goal'];

export function givenAnswers(json: unknown, plan: HandoverPlan): GivenAnswers {
  if (!isRecord(json)) {
    throw wrong(msg('The answers are not a JSON object.'));
  }
  const warnings: Message[] = unknownFields(json, [...texts, ...lists]);
  const suggested = suggestedAnswers(plan);
  const text = (field: (typeof texts)[number]) => textIn(json, field) ?? suggested[field];
  const list = (field: (typeof lists)[number]) =>
    entriesIn(json, field, warnings) ?? suggested[field];
  return {
    answers: {
      goal: text('goal'),
      accomplished: text('accomplished'),
      nextAction: text('nextAction'),
      warnings: text('warnings'),
      tone: text('tone'),
      decisions: list('decisions'),
      steeringExceptions: list('steeringExceptions'),
    },
    warnings,
  };
}

/** What was collected, as the answers of somebody who agrees. Decisions are those of the log alone. */
export function suggestedAnswers({
  suggested,
  decisions,
  steeringExceptions,
}: HandoverPlan): HandoverAnswers {
  const { goal, accomplished, nextAction, warnings, tone } = suggested;
  const exceptions = steeringExceptions.map(({ id }) => id);
  return {
    goal: goal.text,
    accomplished: accomplished.text,
    nextAction: nextAction.text,
    warnings: warnings.text,
    tone: tone.text,
    decisions: decisions.map(({ id }) => id).filter((id) => !exceptions.includes(id)),
    steeringExceptions: exceptions,
  };
}

/** Lines as entries: `- D12`, `1. Keep sessions in Redis`. */
export function entriesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[-*+]|\d{1,4}[.)])\s+/, '').trim())
    .filter((line) => line !== '');
}

function textIn(json: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const value = json[field];
  if (value === undefined || value === null || typeof value === 'string') {
    return value ?? undefined;
  }
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) {
    throw wrong(msg('{0} has to be a text, or a list of texts.', field));
  }
  if (oneLiners.includes(field) || value.length === 1) {
    return value.join(' ');
  }
  return value.map((each) => (/^\s*[-*+]\s/.test(each) ? each : `- ${each}`)).join('\n');
}

function entriesIn(
  json: Readonly<Record<string, unknown>>,
  field: string,
  warnings: Message[],
): (string | AnsweredDecision)[] | undefined {
  const value = json[field];
  if (value === undefined || value === null) {
    return undefined;
  }
  if (typeof value === 'string') {
    return entriesOf(value);
  }
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all
    .map((each) => (typeof each === 'string' ? each.trim() : entryIn(each, field, warnings)))
    .filter((each) => each !== '');
}

const entryFields = ['summary', 'context', 'decision', 'reason', 'impact', 'steeringRef'] as const;
/** As decisions.md and the command line spell it. */
const steeringNames = ['steeringRef', 'steering-ref', 'steering_ref'];

function entryIn(value: unknown, field: string, warnings: Message[]): AnsweredDecision {
  if (!isRecord(value)) {
    throw wrong(msg('{0} has to be a list of texts, or of objects with a summary.', field));
  }
  warnings.push(...unknownFields(value, [...entryFields, ...steeringNames]));
  const known = entryFields.flatMap((name) => {
    const names = name === 'steeringRef' ? steeringNames : [name];
    const text = names.map((each) => value[each]).find((each) => each !== undefined);
    if (text === undefined || text === null) {
      return [];
    }
    if (typeof text !== 'string') {
      throw wrong(msg('{0} has to be a text, or a list of texts.', `${field}.${name}`));
    }
    return [[name, text] as const];
  });
  const entry: Partial<AnsweredDecision> = Object.fromEntries(known);
  const summary = entry.summary ?? entry.decision;
  if (!summary?.trim()) {
    throw wrong(msg('{0} has to be a list of texts, or of objects with a summary.', field));
  }
  return { ...entry, summary };
}

function unknownFields(
  value: Readonly<Record<string, unknown>>,
  known: readonly string[],
): Message[] {
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => msg('There is no answer "{0}": it is left out.', name));
}

function wrong(text: Message): UserError {
  return new UserError('bad-answers', text);
}
