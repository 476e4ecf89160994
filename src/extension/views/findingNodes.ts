// What a load found, as rows of the Session view: each says what differs and offers its actions.

import type { ActionId, Finding, FindingCode, LoadReport } from '../../core/load/loadReport';
import { render, type Translate } from '../../core/support/message';
import { oneLine } from '../../core/support/plainText';
import type { Icon, Rendering, TreeNode } from './treeNode';

export const actionIcons: Readonly<Record<ActionId, string>> = {
  'switch-branch': 'arrow-swap',
  'continue-here': 'check',
  'start-new': 'add',
  commit: 'git-commit',
  stash: 'archive',
  'solve-blocker': 'tools',
  'restore-backup': 'discard',
};

export const severityIcons: Readonly<Record<Finding['severity'], Icon>> = {
  error: { id: 'error', color: 'error' },
  warning: { id: 'warning', color: 'warning' },
  info: { id: 'info', color: 'info' },
};

/** That all is valid is a verdict, and nothing to do. */
export function openFindings({ findings }: LoadReport): Finding[] {
  return findings.filter(({ code }) => code !== 'ALL_VALID');
}

/** Its kind names the offered actions, so that each gets its button. */
export function findingNodes(
  report: LoadReport | undefined,
  root: string,
  { t }: Rendering,
): TreeNode[] {
  return (report ? openFindings(report) : []).map((finding, index) => {
    const sentence = render(finding.detail, t);
    const points = (finding.points ?? []).map((point) => render(point, t));
    const offers = finding.actions.map(({ title }) => `• ${render(title, t)}`);
    return {
      id: `session/findings/${index}`,
      kind: ['finding', ...finding.actions.map(({ id }) => id)].join(' '),
      label: findingTitle(finding.code, t),
      description: oneLine(sentence),
      tooltip: [sentence, ...points, ...offers].join('\n\n'),
      icon: severityIcons[finding.severity],
      spoken: severityName(finding.severity, t),
      root,
    };
  });
}

export function findingTitle(code: FindingCode, t: Translate): string {
  switch (code) {
    case 'ALL_VALID':
      return t('All valid');
    case 'BRANCH_MISMATCH':
      return t('Another branch');
    case 'COMMIT_MISMATCH':
      return t('Another commit');
    case 'UNCOMMITTED_CHANGES':
      return t('Uncommitted changes');
    case 'OPENSPEC_NOT_FOUND':
      return t('OpenSpec change not found');
    case 'PROPOSAL_MISSING':
      return t('Proposal missing');
    case 'FILE_MISSING':
      return t('Files missing');
    case 'BLOCKER_EXISTS':
      return t('Blocked');
    case 'INTEGRITY_ERROR':
      return t('State not valid');
  }
}

function severityName(severity: Finding['severity'], t: Translate): string {
  switch (severity) {
    case 'error':
      return t('Error');
    case 'warning':
      return t('Warning');
    case 'info':
      return t('Information');
  }
}
