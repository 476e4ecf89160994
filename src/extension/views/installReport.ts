// What an install changes, and what the doctor found, as Markdown. No vscode here.

import type { CheckStatus, DoctorCheck } from '../../core/doctor/doctorCheck';
import type { DoctorReport } from '../../core/doctor/doctor';
import { redactSecrets } from '../../core/detection/secrets/redact';
import type { InstallReport } from '../../core/install/install';
import { lineDiff } from '../../core/install/lineDiff';
import { render, type Translate } from '../../core/support/message';
import { oneLine, plainText } from '../../core/support/plainText';
import { plainMarkdown } from './plainMarkdown';

export function installMarkdown(
  title: string,
  { changes, kept, notes }: InstallReport,
  t: Translate,
): string {
  const parts = changes.map(({ file, at, before, after }) => {
    const what = before === null ? t('new') : after === null ? t('removed') : t('changed');
    const lines = lineDiff(redactSecrets(before ?? ''), redactSecrets(after ?? ''));
    return `## ${code([file, ...(at ?? [])].join(' › '))} (${what})\n\n${fenced(lines)}`;
  });
  const left = kept.map((file) =>
    t('{0} is not as Baton wrote it, so it was left as it is.', code(file)),
  );
  const said = [...left, ...notes.map((note) => render(note, t))].map((each) => `- ${each}\n`);
  return `# ${title}\n\n${[said.join(''), ...parts].filter(Boolean).join('\n')}`;
}

const marks: Readonly<Record<CheckStatus, string>> = { ok: '✓', warn: '⚠', fail: '✗', skip: '–' };

/** What has to be mended comes first. */
export function doctorMarkdown(title: string, { checks }: DoctorReport, t: Translate): string {
  const open = checks.filter(({ status }) => status === 'fail' || status === 'warn');
  const mend = open.map(
    ({ name, status, detail, fix }) =>
      `- ${marks[status]} **${name}**: ${text(render(detail, t))}${fix ? `\n  - ${text(render(fix, t))}` : ''}\n`,
  );
  const rows = checks.map(
    ({ name, status, detail }) => `| ${marks[status]} | ${name} | ${text(render(detail, t))} |\n`,
  );
  return [
    `# ${title}\n`,
    doctorSummary(checks, t),
    '',
    ...(mend.length > 0 ? [`## ${t('To mend')}\n`, mend.join('')] : []),
    ...(installHelps(checks)
      ? [
          `${t('Here, "Baton: Install Agent Hooks" does what "baton install" does in a terminal, and "Baton: Uninstall Agent Hooks" what "baton uninstall" does.')}\n`,
        ]
      : []),
    `## ${t('All checks')}\n`,
    `|  | ${t('Check')} | ${t('Found')} |\n| --- | --- | --- |\n${rows.join('')}`,
  ].join('\n');
}

/** Whether one of the ways to mend it is a command that the window has, too. */
export function installHelps(checks: readonly DoctorCheck[]): boolean {
  return checks.some(({ fix }) => fix && /"baton (?:un)?install/.test(render(fix)));
}

export function doctorSummary(checks: readonly DoctorCheck[], t: Translate): string {
  const count = (status: CheckStatus) => checks.filter((each) => each.status === status).length;
  const failed = count('fail');
  return failed > 0
    ? t('{0} of {1} checks failed.', failed, checks.length)
    : count('warn') > 0
      ? t('Baton works. {0} checks found something to look at.', count('warn'))
      : t('Baton works: all checks passed.');
}

function text(said: string): string {
  return plainMarkdown(oneLine(said));
}

function code(said: string): string {
  const line = oneLine(said);
  const fence = '`'.repeat(longestRun(line) + 1);
  return `${fence} ${line} ${fence}`;
}

function fenced(lines: readonly string[]): string {
  const body = plainText(lines.join('\n'));
  const fence = '`'.repeat(Math.max(3, longestRun(body) + 1));
  return `${fence}diff\n${body}\n${fence}\n`;
}

function longestRun(said: string): number {
  return Math.max(0, ...[...said.matchAll(/`+/g)].map(([run]) => run.length));
}
