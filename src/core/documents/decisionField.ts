// The fields of an entry in decisions.md: which line begins one, whatever it looks like.

import type { Decision } from '../schemas/handover';
import { indentOf } from './listItem';

export type FieldKey = keyof Decision;

export interface DecisionField {
  /** undefined where it is a field that is not known. */
  readonly key: FieldKey | undefined;
  readonly value: string;
  readonly indent: number;
}

const names: Readonly<Record<string, FieldKey>> = {
  context: 'context',
  background: 'context',
  背景: 'context',
  文脈: 'context',
  コンテキスト: 'context',
  맥락: 'context',
  배경: 'context',
  decision: 'decision',
  決定: 'decision',
  決定事項: 'decision',
  결정: 'decision',
  reason: 'reason',
  rationale: 'reason',
  why: 'reason',
  理由: 'reason',
  이유: 'reason',
  근거: 'reason',
  impact: 'impact',
  consequences: 'impact',
  影響: 'impact',
  영향: 'impact',
  source: 'source',
  情報源: 'source',
  出典: 'source',
  출처: 'source',
  'steering-ref': 'steeringRef',
  'steering-reference': 'steeringRef',
  supersedes: 'supersedes',
  replaces: 'supersedes',
  type: 'type',
  種別: 'type',
  유형: 'type',
  date: 'at',
  time: 'at',
  timestamp: 'at',
  日付: 'at',
  日時: 'at',
  날짜: 'at',
  일시: 'at',
};
const keys = new Map(Object.entries(names));

const longestName = 40;

const mark = /^[ \t]*(?:[-*+•・][ \t]*)?/;

/** `- Context: x`, `- **Context**: x`, `**Context:** x`, `* context： x`, `Context: x`. */
export function decisionField(text: string): DecisionField | undefined {
  const head = mark.exec(text)?.[0] ?? '';
  const colon = text.slice(head.length, head.length + longestName).search(/[:：]/);
  if (colon <= 0) {
    return undefined;
  }
  const name = text.slice(head.length, head.length + colon);
  const key = fieldNamed(name);
  const isItem = head.trim() !== '';
  const isBold = /^(?:\*\*|__)/.test(name);
  if (!key && !isItem && !isBold) {
    return undefined;
  }
  const value = text.slice(head.length + colon + 1).replace(/^\s*(?:\*\*|__)(?=\s|$)/, '');
  return { key, value: value.trim(), indent: indentOf(text) };
}

/** Of `**Steering ref**`, or of a heading. */
export function fieldNamed(name: string): FieldKey | undefined {
  const plain = name.replace(/[*_`]{1,3}$|^[*_`]{1,3}/g, '').trim();
  return keys.get(plain.toLowerCase().replace(/[\s_]/g, '-'));
}
