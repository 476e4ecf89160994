// The verdict of a load as the rows of a quick pick: what was found, what can be done about it, and
// where there is no session, how to begin. Pure; loadCommands.ts shows it.

import type { ActionId, InterruptedWork, LoadReport } from '../../core/load/loadReport';
import { nextStepOf } from '../../core/protocol/nextStep';
import { progressOf } from '../../core/snapshot';
import { render, type Translate } from '../../core/support/message';
import { oneLine, shortLine } from '../../core/support/plainText';
import { actionIcons, findingTitle, openFindings, severityIcons } from './findingNodes';
import { noIcons } from './noIcons';
import type { Rendering } from './treeNode';

export type VerdictChoice =
  | { readonly do: 'action'; readonly id: ActionId }
  | { readonly do: 'close' | 'startSession' | 'openRoadmap' }
  | { readonly do: 'takeUp'; readonly work: InterruptedWork };

export interface VerdictRow {
  readonly label: string;
  readonly description?: string | undefined;
  /** Below the label. */
  readonly detail?: string | undefined;
  /** Unless there is one, the row only says something. */
  readonly choice?: VerdictChoice | undefined;
  readonly isSeparator?: boolean | undefined;
}

export interface VerdictPick {
  readonly title: string;
  readonly rows: readonly VerdictRow[];
}

export function verdictPick(
  report: LoadReport,
  { hasRoadmap, t }: Pick<Rendering, 't'> & { readonly hasRoadmap: boolean },
): VerdictPick {
  return {
    title: verdictLine(report, t),
    rows:
      report.status === 'new'
        ? beginningRows(report, hasRoadmap, t)
        : [
            ...findingRows(report, t),
            ...warningRows(report, t),
            separator,
            ...startNewRows(report, t),
            goOnRow(report, t),
          ],
  };
}

/** It shares a line with a verdict of several words. */
const longestInTitle = 48;

/** "SESSION RESTORED · User authentication (5/12)" */
export function verdictLine(report: LoadReport, t: Translate): string {
  return [verdictName(report.status, t), workOf(report, longestInTitle)]
    .filter(Boolean)
    .join(' · ');
}

function verdictName(status: LoadReport['status'], t: Translate): string {
  switch (status) {
    case 'restored':
      return t('SESSION RESTORED');
    case 'recovery_failed':
      return t('SESSION RECOVERY FAILED');
    case 'new':
      return t('NEW SESSION');
  }
}

/** "User authentication (5/12)" */
export function workOf({ state, change }: LoadReport, longest = 120): string {
  const progress = progressOf({ state, openSpec: change });
  return [
    shortLine(state?.working_on ?? '', longest),
    progress && `(${progress.completed}/${progress.total})`,
  ]
    .filter(Boolean)
    .join(' ');
}

export function interruptedRows(report: LoadReport, t: Translate): VerdictRow[] {
  return report.interrupted.map((work) => ({
    label: `$(${work.kind === 'openspec' ? 'book' : 'git-branch'}) ${noIcons(oneLine(work.title))}`,
    description: noIcons(
      [work.kind === 'branch' && work.id, oneLine(render(work.detail, t))]
        .filter(Boolean)
        .join(' · '),
    ),
    choice: { do: 'takeUp', work },
  }));
}

const separator: VerdictRow = { label: '', isSeparator: true };

function findingRows(report: LoadReport, t: Translate): VerdictRow[] {
  return openFindings(report).flatMap((finding) => [
    separator,
    {
      label: `$(${severityIcons[finding.severity].id}) ${findingTitle(finding.code, t)}`,
      detail: noIcons(oneLine(render(finding.detail, t))),
    },
    ...finding.actions
      .filter(({ id }) => id !== 'start-new')
      .map(({ id, title }): VerdictRow => ({
        label: `$(blank) $(${actionIcons[id]}) ${noIcons(oneLine(render(title, t)))}`,
        choice: { do: 'action', id },
      })),
  ]);
}

/** What is worth knowing; nothing is to be done about it. */
function warningRows({ warnings }: LoadReport, t: Translate): VerdictRow[] {
  return warnings.map((warning) => ({
    label: `$(info) ${t('Note')}`,
    detail: noIcons(oneLine(render(warning, t))),
  }));
}

/** Most findings offer it, and once is enough. */
function startNewRows(report: LoadReport, t: Translate): VerdictRow[] {
  const action = openFindings(report)
    .flatMap(({ actions }) => actions)
    .find(({ id }) => id === 'start-new');
  return action
    ? [
        {
          label: `$(${actionIcons[action.id]}) ${noIcons(oneLine(render(action.title, t)))}`,
          choice: { do: 'action', id: action.id },
        },
      ]
    : [];
}

function goOnRow({ state }: LoadReport, t: Translate): VerdictRow {
  const step = nextStepOf(state);
  return {
    label: `$(arrow-right) ${t('Go On')}`,
    description: step && noIcons(t('Next: {0}', step)),
    choice: { do: 'close' },
  };
}

function beginningRows(report: LoadReport, hasRoadmap: boolean, t: Translate): VerdictRow[] {
  const interrupted = interruptedRows(report, t);
  return [
    { label: `$(add) ${t('Describe the Work…')}`, choice: { do: 'startSession' } },
    ...(hasRoadmap
      ? [{ label: `$(map) ${t('See the ROADMAP')}`, choice: { do: 'openRoadmap' } as const }]
      : []),
    ...(interrupted.length > 0 ? [{ label: t('Interrupted work'), isSeparator: true }] : []),
    ...interrupted,
  ];
}
