// What a window says when it opens on saved work, and when it has said so already. Pure.

import type { ActionId, LoadReport } from '../../core/load/loadReport';
import type { Project } from '../../core/project';
import { nextStepOf } from '../../core/protocol/nextStep';
import { render, type Translate } from '../../core/support/message';
import { oneLine } from '../../core/support/plainText';
import { openFindings } from './findingNodes';
import type { Rendering } from './treeNode';
import { workOf } from './verdictPick';

export interface OpeningNotice {
  /** The same for the same verdict, which need not be told twice. */
  readonly key: string;
  readonly severity: 'information' | 'warning';
  readonly message: string;
  readonly choices: readonly OpeningChoice[];
}

export interface OpeningChoice {
  readonly title: string;
  readonly choice: ActionId | 'next-step' | 'details';
}

/** More would not fit under a sentence. */
const mostActions = 2;

/** Those that are to be told of now; loading runs git, so only in a trusted window. */
export function toOpen<T extends Pick<Project, 'root' | 'snapshot'>>(
  all: readonly T[],
  opened: ReadonlySet<string>,
  trusted: boolean,
): T[] {
  return trusted ? all.filter(({ root, snapshot }) => snapshot && !opened.has(root)) : [];
}

/** undefined: there is no session to speak of. `folder`: whose it is, where there are several. */
export function openingNotice(
  report: LoadReport,
  rendering: Pick<Rendering, 't'>,
  folder?: string,
): OpeningNotice | undefined {
  const notice = report.status === 'new' ? undefined : noticeOf(report, rendering);
  return notice && folder !== undefined
    ? { ...notice, message: `${folder}: ${notice.message}` }
    : notice;
}

function noticeOf(report: LoadReport, { t }: Pick<Rendering, 't'>): OpeningNotice {
  const findings = openFindings(report);
  const [first] = findings;
  const details = { title: t('Details'), choice: 'details' } as const;
  const key = verdictKey(report);
  if (!first) {
    const nextStep = { title: t('Next Step'), choice: 'next-step' } as const;
    return {
      key,
      severity: 'information',
      message: t('Session restored: {0}', workOf(report) || t('No task described')),
      choices: [...(nextStepOf(report.state) ? [nextStep] : []), details],
    };
  }
  const more = findings.length - 1;
  const found = oneLine(render(first.detail, t));
  const isFailed = first.severity === 'error';
  return {
    key,
    severity: isFailed ? 'warning' : 'information',
    message: [
      isFailed ? t('Session not restored: {0}', found) : found,
      more > 0 && t('And {0} more.', more),
    ]
      .filter(Boolean)
      .join(' '),
    choices: [
      ...first.actions
        .map(({ id }) => id)
        .filter(isOffered)
        .slice(0, mostActions)
        .map((id) => ({ title: shortTitle(id, t), choice: id })),
      details,
    ],
  };
}

/** Whether a blocker is solved takes a look at it, and a button is pressed quickly. */
function isOffered(id: ActionId): id is OfferedAction {
  return id !== 'solve-blocker';
}
type OfferedAction = Exclude<ActionId, 'solve-blocker'>;

/** The sentence has the names already, and a button is short. */
function shortTitle(id: OfferedAction, t: Translate): string {
  switch (id) {
    case 'switch-branch':
      return t('Switch Branch');
    case 'continue-here':
      return t('Continue Here');
    case 'start-new':
      return t('Start New');
    case 'commit':
      return t('Commit');
    case 'stash':
      return t('Stash');
    case 'restore-backup':
      return t('Restore Backup');
  }
}

/** Another branch or another count is another verdict. */
function verdictKey(report: LoadReport): string {
  const found = openFindings(report).map(({ code, detail }) => `${code} ${render(detail)}`);
  return [report.state?.saved_at ?? '', ...found].join('\n');
}
