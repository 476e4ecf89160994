// What must be right about the answers before anything is written. Pure; a form asks it, too.

import { type Message, msg } from '../support/message';
import { shortLine } from '../support/plainText';
import type { AnsweredDecision, HandoverAnswers } from './handoverReports';

export interface AnswerProblem {
  readonly field: keyof HandoverAnswers;
  readonly message: Message;
}

/** Whether it names an entry of the log instead of being a new one. */
export function isDecisionId(answer: string): boolean {
  return /^D\d{1,9}$/.test(answer.trim());
}

const longestAnswer = 100_000;
const mostEntries = 200;

/** `isLogged`: whether the log has a decision of that number. */
export function answerProblems(
  answers: HandoverAnswers,
  isLogged: (id: string) => boolean,
): AnswerProblem[] {
  const problems: AnswerProblem[] = [];
  const report = (field: AnswerProblem['field'], message: Message) => {
    problems.push({ field, message });
  };
  if (answers.nextAction.trim() === '') {
    report('nextAction', msg('Say what the next session shall do first.'));
  }
  for (const field of ['goal', 'accomplished', 'nextAction', 'warnings', 'tone'] as const) {
    if (answers[field].length > longestAnswer) {
      report(field, msg('This is longer than {0} characters: shorten it.', longestAnswer));
    }
  }
  for (const field of ['decisions', 'steeringExceptions'] as const) {
    if (answers[field].length > mostEntries) {
      report(field, msg('These are more than {0} entries: leave some out.', mostEntries));
    }
    for (const answer of answers[field]) {
      const message = entryProblem(answer, isLogged);
      if (message) {
        report(field, message);
      }
    }
  }
  return problems;
}

function entryProblem(
  answer: string | AnsweredDecision,
  isLogged: (id: string) => boolean,
): Message | undefined {
  const summary = typeof answer === 'string' ? answer : answer.summary;
  if (summary.trim() === '') {
    return msg('An entry is empty: say in a few words what was decided, or take it out.');
  }
  if (typeof answer === 'string' && isDecisionId(answer) && !isLogged(answer.trim())) {
    return msg('decisions.md has no {0}: give the number of one that is there.', shortLine(answer));
  }
  const texts = typeof answer === 'string' ? [answer] : Object.values(answer);
  return texts.some((text) => text.length > longestAnswer)
    ? msg('This is longer than {0} characters: shorten it.', longestAnswer)
    : undefined;
}
