// The lines that Baton itself writes into session.md. Pure.

import { notStated } from '../documents/decisionProblems';
import { type DecisionLine, idsIn } from '../documents/keyDecisions';
import { saysNothing } from '../documents/listItem';
import type { Decision } from '../schemas/handover';
import { isDecisionId } from './answers';
import type { AnsweredDecision } from './handoverReports';
import { quotedLine } from './quotedWords';

/** `Use SQLite: one file is enough (D12)` */
export function decisionLine(
  { summary, reason }: Partial<Pick<Decision, 'summary' | 'reason'>>,
  id: string | undefined,
): DecisionLine {
  const why = reason === notStated ? '' : (reason ?? '');
  const words = [summary ?? '', why].map((each) => quotedLine(each, 200)).filter(Boolean);
  const text = [words.join(': '), ...(id === undefined ? [] : [`(${id})`])].join(' ').trim();
  return { id, text };
}

/** As `decisionLine`, with the steering that it leaves. */
export function exceptionLine(
  { steeringRef, ...decision }: Partial<Pick<Decision, 'summary' | 'reason' | 'steeringRef'>>,
  id: string | undefined,
): string {
  const of = steeringRef ? ` [${quotedLine(steeringRef, 100)}]` : '';
  return `- ${decisionLine(decision, undefined).text}${of}${id === undefined ? '' : ` (${id})`}`;
}

export interface AnsweredEntry {
  /** undefined while it has no number. */
  readonly id: string | undefined;
  readonly entry: Partial<Pick<Decision, 'summary' | 'reason' | 'steeringRef'>>;
  /** Only its number was given. */
  readonly isReference: boolean;
}

/** With the words of the log for those that only name a number of it. */
export function answeredEntries(
  answers: readonly (string | AnsweredDecision)[],
  ids: readonly (string | undefined)[],
  known: readonly Decision[],
): AnsweredEntry[] {
  return answers.map((answer, index) => {
    if (typeof answer !== 'string') {
      return { id: ids[index], entry: answer, isReference: false };
    }
    const logged = answer.trim();
    return isDecisionId(logged)
      ? { id: logged, entry: known.find(({ id }) => id === logged) ?? {}, isReference: true }
      : { id: ids[index], entry: { summary: answer }, isReference: false };
  });
}

/** Earlier ones hold until a person takes them out. */
export function withExceptions(before: string, exceptions: readonly AnsweredEntry[]): string {
  // What is not a reference has words of its own, which an old line with that number may not have.
  const isThere = ({ id, entry, isReference }: AnsweredEntry) =>
    isReference && id !== undefined
      ? unnamed([{ id }], before).length === 0
      : before.includes(exceptionLine(entry, id));
  const added = exceptions
    .filter((each) => !isThere(each))
    .map(({ id, entry }) => exceptionLine(entry, id));
  return added.length > 0 && saysNothing(before)
    ? added.join('\n')
    : [...(before === '' ? [] : [before]), ...added].join('\n');
}

/** Those that are not named in these lines yet. */
export function unnamed<T extends { readonly id: string }>(
  decisions: readonly T[],
  ...texts: readonly (string | undefined)[]
): T[] {
  const named = new Set(texts.flatMap((text) => idsIn([text ?? ''])));
  return decisions.filter(({ id }) => !named.has(id));
}

const mostFiles = 200;

export function fileLines(files: readonly string[]): string[] {
  const lines = files.slice(0, mostFiles).map((file) => {
    const name = quotedLine(file, 400);
    return name.includes('`') ? `- ${name}` : `- \`${name}\``;
  });
  const more = files.length - mostFiles;
  return more > 0 ? [...lines, `- … and ${more} more`] : lines;
}

/** What a person noted beside a file that is modified still stays. */
export function renewedFiles(body: string, files: readonly string[]): string {
  const kept = body.split('\n').filter((line) => {
    const isItem = /^\s*[-*+]\s/.test(line);
    return isItem
      ? !/^- `[^`]+`$/.test(line) && files.some((file) => line.includes(file))
      : line.trim() !== '';
  });
  const added = fileLines(files.filter((file) => !kept.some((line) => line.includes(file))));
  return [...kept, ...added].join('\n');
}

const resumeStep =
  /^\d+\. (?:Switch to the branch `.*`\.|Read this file and the latest entries of decisions\.md\.|Go on with: .*)$/;

/** A person's, not one of those that Baton writes. */
export function isOwnStep(line: string): boolean {
  return !resumeStep.test(line);
}

/** One to three. Steps of a person are better than ours. */
export function resumeSteps(body: string, branch: string | undefined, next: string): string {
  const isOurs = body.split('\n').every((line) => line.trim() === '' || !isOwnStep(line));
  const action = firstStep(next);
  return isOurs
    ? [
        ...(branch ? [`Switch to the branch \`${quotedLine(branch, 200)}\`.`] : []),
        'Read this file and the latest entries of decisions.md.',
        ...(action === '' ? [] : [`Go on with: ${action}`]),
      ]
        .map((step, index) => `${index + 1}. ${step}`)
        .join('\n')
    : body;
}

/** As above; where a person's steps lead to what was next before, ours is behind them. */
export function renewedSteps(
  body: string,
  branch: string | undefined,
  { was, next }: { readonly was: string; readonly next: string },
): string {
  const steps = resumeSteps(body, branch, next);
  const action = firstStep(next);
  if (steps !== body || was === next || action === '' || body.includes(action)) {
    return steps;
  }
  const kept = body.split('\n').filter((line) => !/^(?:\d+\.|-) Go on with: /.test(line));
  const last = kept.findLast((line) => line.trim() !== '') ?? '';
  const number = /^(\d{1,4})\. /.exec(last)?.[1];
  const mark = number === undefined ? '-' : `${Number(number) + 1}.`;
  const isList = number !== undefined || last.startsWith('- ');
  return [...kept, ...(isList ? [] : ['']), `${mark} Go on with: ${action}`].join('\n');
}

function firstStep(next: string): string {
  return quotedLine(next.trim().split('\n', 1)[0] ?? '', 300);
}
