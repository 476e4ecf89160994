// What is done and what is to do, in an agent's own words, since many models have no tool for it: boxes,
// signs, tables with a status, lists below "Done" and "Remaining", numbered plans, "step 2 is done".

import { statusOfCell, statusOfHeading, statusOfSign, statusSigns } from './checkSigns';
import { linesOutsideCode } from './proseLines';
import type { AgentTask } from './transcriptEvent';

export interface Check {
  readonly text: string;
  readonly status: AgentTask['status'];
  /** Announced only: a list that says how far it is may call the same things otherwise. */
  readonly isPlanned?: true;
  /** Of a list that only says what comes next, and not how far anything is. */
  readonly isNext?: true;
}

/** More than are kept: what is at hand may stand far down in a list. */
const mostChecks = 300;

const hasItems = /\n[ \t]*(?:[-*+•]|\*{0,2}\d{1,3}[.)])[ \t*]/;

/** A single one is no list. Most texts have none, which is seen before they are taken apart. */
export function checksIn(text: string): Check[] {
  const mayBeListed = hasItems.test(text);
  const mayBeTable = text.includes('\n|');
  if (!mayBeListed && !mayBeTable && !(text.includes('\n') && mayHaveSign(text))) {
    return [];
  }
  const lines = linesOutsideCode(text).map(toLine);
  const headed = mayBeListed ? headedChecks(lines) : [];
  const checks = [
    ...lines.flatMap(({ check }) => check ?? []),
    ...(mayBeTable ? tableChecks(lines) : []),
    ...headed,
  ].slice(0, mostChecks);
  if (checks.length < 2) {
    return mayBeListed ? plannedChecks(lines) : [];
  }
  const isNext = checks[0] === headed[0] && checks.every(({ status }) => status === 'pending');
  return isNext ? checks.map((check) => ({ ...check, isNext })) : checks;
}

function mayHaveSign(text: string): boolean {
  return statusSigns.some((sign) => text.includes(sign));
}

interface Line {
  readonly whole: string;
  /** Of an item of a list; undefined for any other line. */
  readonly item?: { readonly indent: number; readonly number: number; readonly text: string };
  /** Says by itself how far it is. */
  readonly check?: Check | undefined;
}

const listed = /^([ \t]*)(?:[-*+•]|\*{0,2}(\d{1,3})[.)])\*{0,2}[ \t]+(\S.*)$/;

/** What an item begins with; most lines are told by their first letter. */
const itemMarks = '-*+•0123456789';

function toLine(whole: string): Line {
  const start = whole.trimStart();
  const mayBeItem = start !== '' && itemMarks.includes(start.charAt(0));
  const found = mayBeItem ? listed.exec(whole) : null;
  if (!found) {
    return { whole, check: signedCheck(start, false) };
  }
  const text = found[3] ?? '';
  return {
    whole,
    item: { indent: found[1]?.length ?? 0, number: Number(found[2] ?? 0), text },
    check: text.startsWith('[') ? boxedCheck(text) : signedCheck(text, true),
  };
}

/** `- [x] done`, `1. [ ] to do`; without a bullet it may be anything in brackets. */
function boxedCheck(text: string): Check | undefined {
  const [, box, rest] = /^\[([ xX✓✔>~/])\][ \t]+(\S.*)$/.exec(text) ?? [];
  return box === undefined || rest === undefined
    ? undefined
    : {
        text: plain(rest),
        status: box === ' ' ? 'pending' : /[>~/]/.test(box) ? 'current' : 'done',
      };
}

/** `🔄 at it`. Ticks alone also begin the lines of test runners. */
function signedCheck(text: string, isListed: boolean): Check | undefined {
  // Before all signs there are letters.
  if (text.charCodeAt(text.startsWith('**') ? 2 : 0) < 0x2000) {
    return undefined;
  }
  const [, sign, rest] = /^(?:\*\*)?(\S{1,2}?)\uFE0F?(?:\*\*)?[ \t]+(\S.*)$/.exec(text) ?? [];
  const status = sign === undefined ? undefined : statusOfSign(sign);
  const isTick = sign === '✓' || sign === '✔';
  // What ends with a colon is about what follows.
  const isOther = !isListed && (isTick || /[:：][*_]*$/.test(text));
  return rest === undefined || status === undefined || isOther
    ? undefined
    : { text: plain(rest), status };
}

/** The top bullets below a heading that says what they are. */
function headedChecks(lines: readonly Line[]): Check[] {
  const checks: Check[] = [];
  let above = '';
  let status: Check['status'] | undefined;
  let depth = -1;
  for (const { whole, item, check } of lines) {
    if (item) {
      if (depth < 0) {
        depth = item.indent;
        status = statusOfHeading(above);
      }
      if (status !== undefined && item.indent <= depth && !check) {
        checks.push({ text: plain(item.text), status });
      }
    } else if (whole.trim() !== '' && !(isBlankAt(whole, 0) && isBlankAt(whole, 1))) {
      above = whole;
      depth = -1;
    }
  }
  return checks;
}

function isBlankAt(line: string, index: number): boolean {
  const letter = line.charAt(index);
  return letter === ' ' || letter === '\t';
}

const statusColumn = /^(?:status|state|progress|상태|진행(?: ?상황)?|状態|状況|進捗|ステータス)$/i;

/** Rows below a heading that has a column for it. */
function tableChecks(lines: readonly Line[]): Check[] {
  const checks: Check[] = [];
  let column = -1;
  for (const { whole } of lines) {
    const row = /^[ \t]*\|(.*)\|[ \t]*$/.exec(whole)?.[1];
    const cells = row?.split('|').map((cell) => plain(cell.trim()));
    if (!cells) {
      column = -1;
    } else if (column < 0) {
      column = cells.findIndex((cell) => statusColumn.test(cell));
    } else {
      const text = cells.find((cell, index) => index !== column && /[^\d\W]|[^ -~]/.test(cell));
      const status = statusOfCell(cells[column] ?? '');
      if (text !== undefined && status !== undefined) {
        checks.push({ text, status });
      }
    }
  }
  return checks;
}

/** Whoever writes this above numbers says what they are going to do. */
const announcesPlan =
  /\bplan\b(?! mode)|\bwhat i['’]?(?:ll| will|m going to) do\b|\bi(?:['’]ll| will|['’]m going to)\b.{0,60}\b(?:following|these|steps?|order|phases?)\b|\bbreak (?:this|it) (?:down|into)\b|계획|(?:다음|아래)(?:과 같이|와 같이| 순서| 단계).{0,20}(?:진행|작업|구현|하겠)|(?:以下|次)の(?:手順|順|流れ|方針|ステップ|ように).{0,20}(?:進め|実装|対応|行い|作業)|(?:作業|実装)?(?:計画|手順|方針)(?:です|は|を|[:：]|$)/i;
const announcesUse =
  /\b(?:to (?:run|use|try|test|install|reproduce)|you (?:can|should|need|will))\b/i;

function plannedChecks(lines: readonly Line[]): Check[] {
  let above = '';
  const steps: Check[] = [];
  for (const { whole, item } of lines) {
    if (item) {
      const isNext = item.indent < 4 && item.number === steps.length + 1;
      if (isNext && (steps.length > 0 || isPlan(above))) {
        steps.push({ text: plain(item.text), status: 'pending', isPlanned: true });
      }
    } else if (whole !== '' && !isBlankAt(whole, 0)) {
      if (steps.length > 1) {
        break;
      }
      steps.length = 0;
      above = whole;
    }
  }
  return steps.length > 1 ? steps.slice(0, mostChecks) : [];
}

function isPlan(words: string): boolean {
  return announcesPlan.test(words) && !announcesUse.test(words);
}

/** Without what only makes it bold. */
function plain(text: string): string {
  const isMarked = text.includes('**') || text.includes('__');
  return (isMarked ? text.replace(/\*\*|__(?=\S)|(?<=\S)__/g, '') : text).trim();
}

/** Steps of a plan: its boxes, else its numbered lines, else its top bullets. */
export function stepsIn(plan: string): Check[] {
  const boxes = linesOutsideCode(plan).flatMap((line) => toLine(line).check ?? []);
  if (boxes.length > 1) {
    return boxes.slice(0, mostChecks);
  }
  const numbers = [...plan.matchAll(/^(?:#+ +)?(?:step )?\d+[.):][ \t]+(\S.*)$/gim)];
  const found = numbers.length > 1 ? numbers : [...plan.matchAll(/^[-*+][ \t]+(\S.*)$/gm)];
  return found
    .slice(0, mostChecks)
    .map(({ 1: text }) => ({ text: plain(text ?? ''), status: 'pending' }));
}

const stepWords = [
  'step',
  'phase',
  'task',
  '단계',
  '스텝',
  'ステップ',
  '手順',
  'フェーズ',
  'タスク',
];
const finished =
  /\b(?:steps?|phase|task) #?(\d{1,2})(?: ?(?:-|–|to|and|&) ?(\d{1,2}))?(?: \([^)\n]{1,60}\))?(?: (?:is|are|was|were|has been|have been|now))*:? (?:done|completed?|finished)\b|(\d{1,2})단계(?:[가는를을까지]{0,2}) ?(?:모두 )?(?:완료|끝났|끝냈|마쳤|마무리)|(?:단계|스텝) ?(\d{1,2})(?:[이가는를을까지]{0,2}) ?(?:완료|끝났|끝냈|마쳤)|(?:ステップ|手順|フェーズ|タスク) ?(\d{1,2})(?:[がはをまで]{0,2})(?:完了|終わりました|終了)/gi;

/** The numbers of steps that are said to be done. */
export function finishedSteps(text: string): number[] {
  const lower = text.toLowerCase();
  if (!stepWords.some((word) => lower.includes(word))) {
    return [];
  }
  return [...text.matchAll(finished)].flatMap(([, first, last, ...others]) => {
    const from = Number(first ?? others.find(Boolean));
    const to = last === undefined ? from : Math.min(Number(last), from + mostChecks);
    return Array.from({ length: Math.max(0, to - from) + 1 }, (_, index) => from + index);
  });
}
