// What a save did, as plain values: one sentence for a notification, and all of it as Markdown.

import path from 'node:path';
import type { Check } from '../../core/save/checks';
import type { SaveReport } from '../../core/save/save';
import { progressOf } from '../../core/snapshot';
import { type Message, render } from '../../core/support/message';
import { oneLine } from '../../core/support/plainText';
import { plainMarkdown as plain } from './plainMarkdown';
import type { Rendering } from './treeNode';

export interface ShownReport {
  readonly summary: string;
  /** Something that was asked for was not done, or a check failed. */
  readonly warns: boolean;
  readonly markdown: string;
}

export function shownReport(report: SaveReport, rendering: Pick<Rendering, 't'>): ShownReport {
  const { t } = rendering;
  const failed = report.checks.filter(({ status }) => status === 'fail');
  return {
    summary: [
      ...whatWasDone(report, rendering),
      failed.length > 0 && t('Checks that failed: {0}.', failed.map(checkName).join(', ')),
    ]
      .filter(Boolean)
      .join(' '),
    warns: !report.done || failed.length > 0,
    markdown: markdown(report, rendering),
  };
}

function whatWasDone(report: SaveReport, { t }: Pick<Rendering, 't'>): string[] {
  const { commit, fileCount, pushed, mode, done, warnings, state } = report;
  const reason = warnings[0] && render(warnings[0].message, t);
  if (!commit && !done) {
    // It says that the state was saved, too.
    return [reason ?? t('The state is saved.')];
  }
  const made = commit
    ? fileCount === 1
      ? t('Committed 1 file as {0}.', commit.slice(0, 7))
      : t('Committed {0} files as {1}.', fileCount, commit.slice(0, 7))
    : t('The state is saved.');
  const push = mode !== 'quick' && pushed ? t('Pushed to {0}.', state.git_branch ?? '') : undefined;
  return [made, push, done && commit ? undefined : reason].filter((each) => each !== undefined);
}

const marks = { pass: '✓', fail: '✗', skip: '–' } as const;
const names: Readonly<Record<Check['name'], string>> = {
  changelog: 'CHANGELOG',
  roadmap: 'ROADMAP',
  ci: 'CI',
};
const checkName = ({ name }: Check) => names[name];

function markdown(report: SaveReport, { t }: Pick<Rendering, 't'>): string {
  const { commit, subject, fileCount, pushed, state, checks, warnings, detail, quarantined } =
    report;
  const progress = progressOf({ state, openSpec: undefined });
  const files = fileCount === 1 ? t('1 file') : t('{0} files', fileCount);
  const said = (message: Message) => render(message, t);
  const facts: [label: string, value: string | null | undefined | false][] = [
    [t('Working on'), oneLine(state.working_on ?? '')],
    [t('Commit'), commit ? `${commit.slice(0, 7)} · ${subject ?? ''} · ${files}` : t('none')],
    [t('Branch'), state.git_branch],
    [t('Remote'), state.git_branch && (pushed ? t('pushed') : t('not pushed'))],
    ['OpenSpec', [state.openspec, state.openspec_status].filter(Boolean).join(' · ')],
    [
      t('Progress'),
      progress && `${progress.completed}/${progress.total} · ${progress.percentage} %`,
    ],
  ];
  const sections = [
    `# ${t('Save Report')}`,
    list(facts.flatMap(([label, value]) => (value ? [`**${label}:** ${plain(value)}`] : []))),
    section(t('Notes'), [
      ...warnings.map(({ message }) => plain(said(message))),
      ...(quarantined
        ? [plain(t('The broken file is kept as {0}.', path.basename(quarantined)))]
        : []),
    ]),
    section(
      t('Checks'),
      checks.map(
        (check) => `${marks[check.status]} **${checkName(check)}:** ${plain(said(check.detail))}`,
      ),
    ),
    section(
      t('Next steps'),
      (state.next_steps ?? []).map((step) => plain(oneLine(step))),
    ),
    // Indented, so that nothing in it can end the block.
    detail && `## ${t('Output')}\n\n${detail.replace(/^/gm, '    ')}`,
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

function section(title: string, items: readonly string[]): string | undefined {
  return items.length === 0 ? undefined : `## ${title}\n\n${list(items)}`;
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}
