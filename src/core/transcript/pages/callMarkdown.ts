// One call of an agent in Markdown: what it set out to do, and what came of it in a few lines.

import type { Translate } from '../../support/message';
import { keptText } from '../keptText';
import type { ActionResult, AgentAction, AgentTask } from '../transcriptEvent';
import { codeSpan, fenced } from './fenced';
import { foldedLines, lineCount, shownWords } from './folded';
import type { PageEntry } from './pageEntries';

type Call = Extract<PageEntry, { kind: 'call' }>;

export interface PageWords {
  readonly t: Translate;
  readonly language: string;
  readonly now: Date;
  /** Whose transcript it is, for people: "Claude Code". */
  readonly agent: string;
}

const longestLine = 160;
const mostCommandLines = 8;
const mostTasks = 60;

export function callMarkdown({ action, result }: Call, words: PageWords): string {
  const { t } = words;
  const ended = result && outcome(result, t);
  const { what, details } = action
    ? actionMarkdown(action, result, words)
    : { what: t('Result of a call on an earlier page'), details: [] };
  return [[what, ended].filter(Boolean).join(' · '), ...details, ...output(action, result, words)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function outcome({ failed, exitCode, unfinished }: ActionResult, t: Translate): string {
  if (unfinished) {
    return t('not finished');
  }
  if (!failed) {
    return '';
  }
  return exitCode === undefined ? t('failed') : t('failed with exit code {0}', exitCode);
}

interface Told {
  readonly what: string;
  readonly details: readonly string[];
}

function actionMarkdown(
  action: AgentAction,
  result: ActionResult | undefined,
  { t, language }: PageWords,
): Told {
  const line = (label: string, about: string): Told => ({
    what: `**${label}** ${inLine(about)}`.trimEnd(),
    details: [],
  });
  switch (action.do) {
    case 'run':
      return isShort(action.command)
        ? line(t('Run'), action.command)
        : { what: `**${t('Run')}**`, details: [block(action.command, t)] };
    case 'edit':
      return { what: `**${t('Edit')}** ${action.paths.map(inLine).join(', ')}`, details: [] };
    case 'read': {
      const told = line(t('Read'), action.path);
      const lines = result && !result.failed ? lineCount(result.text) : 0;
      return lines > 1
        ? { ...told, what: `${told.what} · ${t('{0} lines', number(lines, language))}` }
        : told;
    }
    case 'setTasks':
      return { what: `**${t('Tasks')}**`, details: [taskLines(action.tasks, t)] };
    case 'addTask':
      return line(t('Task added'), action.text);
    case 'changeTask': {
      const status = action.status && taskStatus(action.status, t);
      const { what } = line(t('Task {0}', codeSpan(action.task)), action.text ?? '');
      return { what: [what, status].filter(Boolean).join(' · '), details: [] };
    }
    case 'plan':
      return { what: `**${t('Plan')}**`, details: [fencedWords(action.text)] };
    case 'ask':
      return { what: `**${t('Question')}**`, details: [questionLines(action.questions, result)] };
    case 'other':
      return line(codeSpan(action.tool), action.about ?? '');
  }
}

/** Nothing where the action says it all. */
function output(
  action: AgentAction | undefined,
  result: ActionResult | undefined,
  words: PageWords,
): string[] {
  const isTold = action !== undefined && !tellingResults.has(action.do);
  if (!result || result.text.trim() === '' || (isTold && !result.failed)) {
    return [];
  }
  const [head, tail] = result.failed ? [4, 8] : [4, 1];
  const leftOut = (lines: number) => words.t('… {0} lines left out', number(lines, words.language));
  return [fenced(foldedLines(result.text, head, tail, leftOut))];
}

const tellingResults: ReadonlySet<string> = new Set(['run', 'other']);

function taskLines(tasks: readonly AgentTask[], t: Translate): string {
  const shown = tasks.slice(0, mostTasks).map(({ text, status }) => {
    const now = status === 'current' ? ` · ${t('in progress')}` : '';
    return `- [${status === 'done' ? 'x' : ' '}] ${inLine(text)}${now}`;
  });
  const more = tasks.length - shown.length;
  return [...shown, ...(more > 0 ? [`- ${t('… and {0} more', more)}`] : [])].join('\n');
}

function taskStatus(status: AgentTask['status'] | 'deleted', t: Translate): string {
  return {
    pending: t('pending'),
    current: t('in progress'),
    done: t('done'),
    deleted: t('deleted'),
  }[status];
}

function questionLines(
  questions: Extract<AgentAction, { do: 'ask' }>['questions'],
  result: ActionResult | undefined,
): string {
  return questions
    .map(({ question, options }) => {
      const answer = result?.answers?.[question];
      return [
        `- ${inLine(question)}`,
        ...options.map((option) => `  - ${inLine(option)}`),
        ...(answer === undefined ? [] : [`  - → ${inLine(answer)}`]),
      ].join('\n');
    })
    .join('\n');
}

export function fencedWords(text: string): string {
  const { text: words } = shownWords(text);
  return words === '' ? '' : fenced(words);
}

function block(text: string, t: Translate): string {
  return fenced(
    foldedLines(text, mostCommandLines, 0, (lines) => t('… {0} lines left out', lines)),
  );
}

function isShort(text: string): boolean {
  return text.length <= longestLine && !text.includes('\n');
}

function inLine(text: string): string {
  return codeSpan(keptText(text, longestLine));
}

export function number(value: number, language: string): string {
  return new Intl.NumberFormat(language).format(value);
}
