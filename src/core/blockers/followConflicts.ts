// Unmerged paths open a blocker by themselves, and it closes when they are gone.

import { toClosed, withClosed, withOpen } from '../protocol/blockerChanges';
import { openBlockers } from '../protocol/openBlockers';
import type { Blocker, ClosedBlocker } from '../schemas/blocker';
import type { QuietPlace } from '../workplace';
import { changeBlockers, currentBlockers, type Decided } from './blockersFile';
import { newBlocker } from './recordRun';
import { safeBlocker } from './safeBlocker';

export interface ConflictsFollowed {
  /** Those that are open now. */
  readonly open: readonly Blocker[];
  readonly opened: readonly Blocker[];
  readonly closed: readonly ClosedBlocker[];
}

export async function followConflicts(
  place: QuietPlace,
  unmerged: readonly string[],
): Promise<ConflictsFollowed> {
  const open = await currentBlockers(place);
  if (isSettled(open, unmerged)) {
    return { open, opened: [], closed: [] };
  }
  return changeBlockers(place, (current, file): Decided<ConflictsFollowed> => {
    if (isSettled(current, unmerged)) {
      return { file: file ?? {}, result: { open: current, opened: [], closed: [] } };
    }
    if (unmerged.length > 0) {
      const opened = newBlocker(conflictBlocker(unmerged), place.now());
      return {
        file: withOpen(file, opened),
        result: {
          open: openBlockers({ blockers: [...current, opened] }, null),
          opened: [opened],
          closed: [],
        },
      };
    }
    const before = current.filter(isFollowed);
    const closed = before.map((each) =>
      toClosed(each, { at: place.now(), by: 'no unmerged paths left' }),
    );
    const over = new Set(before);
    const left = current.filter((each) => !over.has(each));
    return {
      file: withClosed(file, closed),
      result: { open: left, opened: [], closed },
      before,
    };
  });
}

/** What a person wrote down says it, too, and stays until they close it. */
function isSettled(open: readonly Blocker[], unmerged: readonly string[]): boolean {
  return unmerged.length > 0
    ? open.some((each) => each.type === 'merge_conflict' || isOwn(each))
    : !open.some(isFollowed);
}

/** Git's own, whatever type a person gave it, or that of a line which left unmerged paths here. */
function isFollowed(blocker: Blocker): boolean {
  const { type, auto_detected: isOurs, evidence } = blocker;
  const isHere =
    isOwn(blocker) || (type === 'merge_conflict' && (!evidence || isLocalMerge(evidence)));
  return isOurs === true && isHere;
}

function isOwn({ evidence }: Blocker): boolean {
  return evidence?.source === 'git';
}

const elsewhere: readonly string[] = ['ci', 'review', 'user'];
const merging =
  /(?:^|[\s;&|(])git\s{1,4}(?:-\S{1,100}\s{1,4}(?:[\w.]{1,100}=\S{1,100}\s{1,4})?){0,5}(?:merge|rebase|pull|cherry-pick|stash|am|revert)(?:$|[\s;&|)])/;

/** `git apply` and `gh pr merge` conflict without leaving any. */
function isLocalMerge({ command, source }: NonNullable<Blocker['evidence']>): boolean {
  return !elsewhere.includes(source ?? '') && merging.test(command ?? '');
}

function conflictBlocker(unmerged: readonly string[]): Blocker {
  const named = unmerged.slice(0, 5).join(', ');
  const more = unmerged.length > 5 ? ` and ${unmerged.length - 5} more` : '';
  return safeBlocker({
    type: 'merge_conflict',
    severity: 'high',
    description: `Merge conflict in ${named}${more}`,
    error_pattern: 'unmerged paths',
    resolution: 'Resolve the conflicts, "git add" the files, and finish the merge or rebase',
    recovery_agent: null,
    evidence: { command: 'git status', line: `unmerged: ${named}`, exit_code: null, source: 'git' },
  });
}
