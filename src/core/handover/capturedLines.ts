// What a handover holds, one line each, for the report. In English, as what programs read.

import { shortLine } from '../support/plainText';
import type { HandoverAnswers, HandoverPlan } from './handoverReports';

export function capturedLines(
  { facts }: HandoverPlan,
  answers: HandoverAnswers,
  ids: { readonly decisions: readonly unknown[]; readonly exceptions: readonly unknown[] },
): string[] {
  const { specs, waves } = facts.pipeline;
  const rows: readonly (readonly [name: string, what: string])[] = [
    ['Session goal', shortLine(answers.goal)],
    ['Immediate next action', shortLine(answers.nextAction)],
    ['Active goals', counted([specs.length, 'spec'], [waves.length, 'wave'])],
    ['Decisions', numbers(ids.decisions)],
    ['Warnings', lines(answers.warnings)],
    ['Tone and nuance', lines(answers.tone)],
    ['Steering exceptions', numbers(ids.exceptions)],
    ['Accomplished', lines(answers.accomplished)],
    ['Modified files', counted([facts.modifiedFiles.length, 'file'])],
  ];
  return [
    ...rows.filter(([, what]) => what !== '').map(([name, what]) => `${name}: ${what}`),
    ...facts.missing.map(({ what, why }) => `Not collected: ${what} (${shortLine(why)})`),
  ];
}

function numbers(ids: readonly unknown[]): string {
  return ids.map((id) => (typeof id === 'string' ? id : 'one without a number yet')).join(', ');
}

function lines(text: string): string {
  return counted([text.split('\n').filter((line) => line.trim() !== '').length, 'line']);
}

function counted(...counts: readonly (readonly [count: number, of: string])[]): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, of]) => `${count} ${of}${count === 1 ? '' : 's'}`)
    .join(', ');
}
