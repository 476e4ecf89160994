// Asks the five questions in a terminal. What was collected is shown: Enter takes it. Whoever leaves,
// by Ctrl-C or Ctrl-D, has changed nothing.

import { createInterface, type Interface } from 'node:readline';
import { entriesOf, suggestedAnswers } from '../core/handover/givenAnswers';
import type { HandoverAnswers, HandoverPlan } from '../core/handover/handoverReports';
import { UserError } from '../core/support/errors';
import { msg, type Translate } from '../core/support/message';
import { plainText } from '../core/support/plainText';
import { standardError } from './output';

export async function askHandover(plan: HandoverPlan, t: Translate): Promise<HandoverAnswers> {
  // On stderr, because stdout is for the report.
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const lines = linesOf(terminal);
  try {
    const suggested = suggestedAnswers(plan);
    say(t('Enter takes what is shown. Else write, and end with an empty line; - alone is none.'));
    const ask = async (question: string, shown: string) => {
      say(`\n${question}`);
      say(shown === '' ? t('  (nothing was found)') : indented(shown));
      return answerOf(await readAnswer(terminal, lines), shown);
    };
    const goal = await ask(t('What is the goal of this work?'), suggested.goal);
    const accomplished = await ask(t('1/5 What was accomplished?'), suggested.accomplished);
    const nextAction = await ask(
      t('2/5 What is the immediate next action: one command or step?'),
      suggested.nextAction,
    );
    const decisions = await ask(
      t('3/5 Which decisions were made? One per line; D12 for one that is in the log.'),
      [...titled(plan, suggested.decisions), ...unlogged(plan)].join('\n'),
    );
    const warnings = await ask(t('3/5 What must the next session beware of?'), suggested.warnings);
    const tone = await ask(
      t('4/5 Tone and nuance: what mattered, beyond the facts?'),
      suggested.tone,
    );
    const exceptions = await ask(
      t('5/5 Where did you leave the steering on purpose, and why?'),
      titled(plan, suggested.steeringExceptions).join('\n'),
    );
    return {
      goal: goal.replace(/\s+/g, ' '),
      accomplished,
      nextAction,
      decisions: entriesOf(decisions).map(withoutTitle),
      warnings,
      tone,
      steeringExceptions: entriesOf(exceptions).map(withoutTitle),
    };
  } finally {
    terminal.close();
  }
}

/** `D12 - Keep sessions in Redis`, which is D12 again when it is taken. */
function titled({ decisions }: HandoverPlan, ids: HandoverAnswers['decisions']): string[] {
  return decisions
    .filter(({ id }) => ids.includes(id))
    .map(({ id, summary }) => `${id} - ${summary.replace(/\s+/g, ' ')}`);
}

function withoutTitle(entry: string): string {
  return /^(D\d{1,9}) - /.exec(entry)?.[1] ?? entry;
}

/** What only the conversation shows; whoever takes it puts it into the log. */
function unlogged({ suggestedDecisions }: HandoverPlan): string[] {
  return suggestedDecisions.map(({ summary }) => summary.replace(/\s+/g, ' '));
}

function answerOf(lines: readonly string[], suggested: string): string {
  const text = lines.join('\n').trim();
  return text === '' ? suggested : text === '-' ? '' : text;
}

async function readAnswer(terminal: Interface, lines: Lines): Promise<string[]> {
  const answer: string[] = [];
  for (;;) {
    terminal.setPrompt(answer.length === 0 ? '> ' : '| ');
    terminal.prompt();
    const line = await lines.next();
    if (line === undefined) {
      throw new UserError('cancelled', msg('Cancelled: nothing was written.'));
    }
    if (line.trim() === '') {
      return answer;
    }
    answer.push(line);
    if (line.trim() === '-' && answer.length === 1) {
      return answer;
    }
  }
}

interface Lines {
  /** undefined when the person has left. */
  next(): Promise<string | undefined>;
}

/** Each line once, also when several come at a time, as when text is pasted. */
function linesOf(terminal: Interface): Lines {
  const waiting: string[] = [];
  let isOver = false;
  let wake: () => void = () => undefined;
  terminal.on('line', (line) => {
    waiting.push(line);
    wake();
  });
  terminal.on('close', () => {
    waiting.length = 0;
    isOver = true;
    wake();
  });
  return {
    next: async () => {
      while (waiting.length === 0 && !isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return waiting.shift();
    },
  };
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}

/** What files say may hold what a terminal obeys. */
function say(text: string): void {
  standardError.write(`${plainText(text)}\n`);
}
