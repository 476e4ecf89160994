// What is said about transcripts that Claude Code will delete, and about those that are kept. Pure.

import type { Retention } from '../../core/retention/retention';
import { soonMessage } from '../../core/retention/soonMessage';
import { render } from '../../core/support/message';
import { sizeText } from '../../core/support/sizeText';
import { commands } from '../contributions';
import type { Rendering, TreeNode } from './treeNode';

export type RetentionChoice = 'keep' | 'show' | 'never';

export interface RetentionNotice {
  readonly severity: 'warning';
  readonly message: string;
  readonly choices: readonly { readonly choice: RetentionChoice; readonly title: string }[];
}

/** undefined when nothing goes soon that is not kept. `folder` names one of several projects. */
export function retentionNotice(
  retention: Retention,
  rendering: Rendering,
  folder?: string,
): RetentionNotice | undefined {
  const { t } = rendering;
  const soon = soonText(retention, rendering);
  return soon === undefined
    ? undefined
    : {
        severity: 'warning',
        message: `${folder === undefined ? '' : `${folder}: `}${soon}`,
        choices: [
          { choice: 'keep', title: t('Keep Copies') },
          { choice: 'show', title: t('Show') },
          { choice: 'never', title: t('Not Again') },
        ],
      };
}

/** "12 transcripts kept, 3.4 MB." */
export function keptText({ kept, stored }: Retention, { t, language }: Rendering): string {
  const size = sizeText(stored, language);
  switch (kept.length) {
    case 0:
      return t('No transcripts are kept.');
    case 1:
      return t('1 transcript kept, {0}.', size);
    default:
      return t('{0} transcripts kept, {1}.', kept.length, size);
  }
}

/** The row of the Session view; none where there is nothing to say. */
export function retentionNodes(
  retention: Retention | undefined,
  root: string,
  rendering: Rendering,
): readonly TreeNode[] {
  const { t } = rendering;
  const soon = retention && soonText(retention, rendering);
  if (!retention || (retention.kept.length === 0 && soon === undefined)) {
    return [];
  }
  const kept = retention.kept.length === 0 ? t('none kept') : keptText(retention, rendering);
  return [
    {
      id: 'session/transcripts',
      kind: 'transcripts',
      label: t('Transcripts'),
      description: kept.replace(/[.。]$/, ''),
      tooltip: [soon, kept].filter(Boolean).join('\n'),
      icon: soon === undefined ? { id: 'archive' } : { id: 'archive', color: 'warning' },
      spoken: soon,
      command: commands.showTranscripts,
      root,
    },
  ];
}

function soonText({ expiring }: Retention, { t, now, language }: Rendering): string | undefined {
  const soon = soonMessage(expiring, now, language);
  return soon && render(soon, t);
}
