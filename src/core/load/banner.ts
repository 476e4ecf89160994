// What a load says at its top, line by line, as the protocol has it. Pure; hosts render the lines.

import type { OpenSpecChange } from '../openSpec';
import type { SessionState } from '../schemas/sessionState';
import { progressOf } from '../snapshot';
import { type Message, msg, render, type Translate } from '../support/message';
import { shortLine } from '../support/plainText';
import { bannerTitle } from './bannerTitle';
import type { ActionId, InterruptedWork, LoadReport } from './loadReport';
import { offeredActions } from './offers';

/** A string is the same in every language; a list is one line of several parts. */
export type BannerLine = string | Message | readonly (string | Message)[];

const rule = '═'.repeat(63);

/** How many of a list are shown. */
const mostItems = 10;

export function bannerOf(report: LoadReport): BannerLine[] {
  switch (report.status) {
    case 'restored':
      return [
        ...framed(bannerTitle(report.status), restored(report)),
        ...(report.resumed ? [] : ['', msg('Continue, or start a new task?')]),
      ];
    case 'new':
      return framed(bannerTitle(report.status), newSession(report.interrupted));
    case 'recovery_failed':
      return framed(bannerTitle(report.status), failed(report));
  }
}

export function renderBanner(report: LoadReport, t?: Translate): string {
  const text = (part: string | Message) => (typeof part === 'string' ? part : render(part, t));
  return bannerOf(report)
    .map((line) => (Array.isArray(line) ? line : [line]).map(text).join(''))
    .join('\n');
}

/** What a person types to have it done. */
export function commandFor(id: ActionId): string {
  return `baton load --apply ${id}${id === 'start-new' ? ' --working-on "…"' : ''}`;
}

function framed(title: string, body: readonly BannerLine[]): BannerLine[] {
  return [rule, title, rule, '', ...body, '', rule];
}

function restored({ state, change }: LoadReport): BannerLine[] {
  const facts = factLines(state, change);
  const steps = (state?.next_steps ?? []).map((step) => shortLine(step)).filter(Boolean);
  const work = shortLine(state?.working_on ?? '');
  return [
    ...facts,
    ...(facts.length > 0 ? [''] : []),
    msg('Previous work: {0}', work || msg('No task described')),
    ...(steps.length > 0 ? ['', msg('Next steps:'), ...listed(steps)] : []),
  ];
}

function factLines(state: SessionState | null, change: OpenSpecChange | undefined): BannerLine[] {
  const id = shortLine(state?.openspec ?? '', 100);
  const title = shortLine(change?.title ?? '');
  const status = shortLine(state?.openspec_status ?? '', 100);
  const progress = progressOf({ state, openSpec: change });
  return [
    ...(id ? [`OpenSpec: #${id.replace(/^# */, '')}${title && ` - ${title}`}`] : []),
    ...(status ? [msg('Status: {0}', status)] : []),
    ...(progress
      ? [
          msg(
            'Progress: {0}/{1} tasks ({2}%)',
            progress.completed,
            progress.total,
            progress.percentage,
          ),
        ]
      : []),
  ];
}

function newSession(interrupted: readonly InterruptedWork[]): BannerLine[] {
  return [
    msg('There is no active task.'),
    '',
    msg('Options:'),
    ['- ', msg('Describe the work'), `: ${commandFor('start-new')}`],
    ['- ', msg('See what is planned in ROADMAP.md, and what is known here'), ': baton status'],
    ...(interrupted.length === 0
      ? [['- ', msg('Find interrupted work: there is none here')]]
      : [
          ['- ', msg('Go on with interrupted work'), ':'],
          ...interrupted.slice(0, mostItems).map(interruptedLine),
          ...more(interrupted.length, '  '),
        ]),
  ];
}

function interruptedLine({ kind, id, title, detail }: InterruptedWork): BannerLine {
  const command = kind === 'openspec' ? 'baton save --openspec' : 'git switch';
  const name = shortLine(id);
  const words = title === name ? name : `${name} - ${title}`;
  return [`  - ${words} (`, detail, `): ${command} ${shellWord(name)}`];
}

/** So that whoever copies the command runs that and nothing else. */
function shellWord(text: string): string {
  return /^[\w./@+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function failed({ findings }: LoadReport): BannerLine[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  return [
    ...errors.flatMap(({ detail, points = [] }) => [
      msg('Problem: {0}', detail),
      ...points.map((point) => ['- ', point]),
    ]),
    '',
    msg('Options:'),
    ...offeredActions(errors).map(({ id, title }, index) => [
      `[${index + 1}] `,
      title,
      ` (${commandFor(id)})`,
    ]),
  ];
}

function listed(items: readonly string[]): BannerLine[] {
  return [...items.slice(0, mostItems).map((item) => `- ${item}`), ...more(items.length, '')];
}

function more(count: number, indent: string): BannerLine[] {
  return count > mostItems ? [[indent, msg('… and {0} more', count - mostItems)]] : [];
}
