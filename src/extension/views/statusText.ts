// What the status bar says, as plain values.

import { deliveryText } from '../../core/context/deliveryWords';
import type { Blocker } from '../../core/schemas/blocker';
import { progressOf, type Snapshot } from '../../core/snapshot';
import type { Translate } from '../../core/support/message';
import { oneLine } from '../../core/support/plainText';
import { relativeTime } from '../../core/support/relativeTime';
import { blockerCount, blockerTitle, typeName } from './blockerWords';
import { liveLines, waitingCount, waitingIn } from './liveSessionNode';
import { noIcons } from './noIcons';
import { type Rendering } from './treeNode';

export interface StatusText {
  readonly text: string;
  readonly tooltip: string;
  /** Without icons, for those who hear it. */
  readonly spoken: string;
  readonly blocked: boolean;
}

/** What blocks another project of the window. */
export interface Elsewhere {
  readonly folder: string;
  readonly blockers: readonly Blocker[];
}

/** undefined: nothing is known, so nothing is shown. */
export function statusText(
  snapshot: Snapshot,
  rendering: Rendering,
  elsewhere: readonly Elsewhere[] = [],
): StatusText | undefined {
  const { state, head, problems } = snapshot;
  const blockers = [...snapshot.blockers, ...elsewhere.flatMap((each) => each.blockers)];
  const blocked = blockers.length > 0;
  const waiting = waitingIn(snapshot.live).length;
  if (!state && !blocked && problems.length === 0 && waiting === 0) {
    return undefined;
  }
  const progress = progressOf(snapshot);
  const branch = head?.branch ?? state?.git_branch;
  const count = blockerCount(blockers, rendering.t);
  const parts = [
    !state && problemCount(snapshot, rendering),
    progress
      ? `${progress.completed}/${progress.total} · ${progress.percentage} %`
      : noIcons(shortened(state?.working_on ?? '')),
    branch && `$(git-branch) ${noIcons(branch)}`,
    waiting > 0 && `$(bell-dot) ${waiting}`,
  ].filter(Boolean);
  const warns = blocked || problems.length > 0;
  // Beside the work, the number has to do.
  const shownCount = state ? blocked && String(blockers.length) : count;
  return {
    text: [`$(${warns ? 'warning' : 'milestone'})`, shownCount, ...parts].filter(Boolean).join(' '),
    tooltip: tooltip(snapshot, rendering, elsewhere),
    spoken: [
      'Baton',
      count,
      ...parts.filter((part) => part !== `$(bell-dot) ${waiting}`),
      waiting > 0 && waitingCount(waiting, rendering.t),
    ]
      .filter(Boolean)
      .join(', ')
      .replaceAll('$(git-branch) ', ''),
    blocked,
  };
}

function tooltip(
  snapshot: Snapshot,
  rendering: Rendering,
  elsewhere: readonly Elsewhere[],
): string {
  const { t, now, language } = rendering;
  const { state, blockers } = snapshot;
  const [last] = snapshot.deliveries;
  return [
    `Baton: ${oneLine(state?.working_on ?? '') || t('No task described')}`,
    state?.saved_at && t('Saved {0}', relativeTime(state.saved_at, now, language)),
    last && deliveryText(last, rendering),
    state?.next_steps?.[0] && `${t('Next')}: ${oneLine(state.next_steps[0])}`,
    ...liveLines(snapshot, rendering),
    ...blockerLines(blockers, t),
    ...elsewhere.flatMap((other) =>
      blockerLines(other.blockers, t).map((line) => `${other.folder}: ${line}`),
    ),
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
