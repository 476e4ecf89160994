// What the status bar says, as plain values.

import { progressOf, type Snapshot } from '../../core/snapshot';
import type { Translate } from '../../core/support/message';
import { oneLine } from '../../core/support/plainText';
import { relativeTime } from '../../core/support/relativeTime';
import { blockerCount, blockerTitle, typeName } from './blockerWords';
import { noIcons } from './noIcons';
import { type Rendering } from './treeNode';

export interface StatusText {
  readonly text: string;
  readonly tooltip: string;
  /** Without icons, for those who hear it. */
  readonly spoken: string;
  readonly blocked: boolean;
}

/** undefined: nothing is known, so nothing is shown. */
export function statusText(snapshot: Snapshot, rendering: Rendering): StatusText | undefined {
  const { state, head, blockers, problems } = snapshot;
  if (!state && blockers.length === 0 && problems.length === 0) {
    return undefined;
  }
  const progress = progressOf(snapshot);
  const branch = head?.branch ?? state?.git_branch;
  const parts = [
    !state && blockerCount(blockers, rendering.t),
    !state && problemCount(snapshot, rendering),
    progress
      ? `${progress.completed}/${progress.total} · ${progress.percentage} %`
      : noIcons(shortened(state?.working_on ?? '')),
    branch && `$(git-branch) ${noIcons(branch)}`,
  ].filter(Boolean);
  const blocked = blockers.length > 0;
  const warns = blocked || problems.length > 0;
  return {
    text: [`$(${warns ? 'warning' : 'milestone'})`, ...parts].join(' '),
    tooltip: tooltip(snapshot, rendering),
    spoken: ['Baton', ...parts, state && blockerCount(blockers, rendering.t)]
      .filter(Boolean)
      .join(', ')
      .replaceAll('$(git-branch) ', ''),
    blocked,
  };
}

function tooltip(snapshot: Snapshot, { t, now, language }: Rendering): string {
  const { state, blockers } = snapshot;
  return [
    `Baton: ${oneLine(state?.working_on ?? '') || t('No task described')}`,
    state?.saved_at && t('Saved {0}', relativeTime(state.saved_at, now, language)),
    state?.next_steps?.[0] && `${t('Next')}: ${oneLine(state.next_steps[0])}`,
    ...blockerLines(blockers, t),
    problemCount(snapshot, { t }),
  ]
    .filter(Boolean)
    .join('\n');
}

const mostNamed = 5;

function blockerLines(blockers: Snapshot['blockers'], t: Translate): string[] {
  const rest = blockers.length - mostNamed;
  return [
    ...blockers
      .slice(0, mostNamed)
      .map(
        (blocker) => `${t('Blocked')}: ${blockerTitle(blocker, t)} (${typeName(blocker.type, t)})`,
      ),
    ...(rest > 0 ? [t('and {0} more', rest)] : []),
  ];
}

function problemCount({ problems }: Snapshot, { t }: Pick<Rendering, 't'>): string | undefined {
  if (problems.length === 0) {
    return undefined;
  }
  return problems.length === 1 ? t('1 problem') : t('{0} problems', problems.length);
}

/** The status bar is shared with others. */
function shortened(text: string): string {
  const line = oneLine(text);
  return line.length > 30 ? `${line.slice(0, 29).trimEnd()}…` : line;
}
