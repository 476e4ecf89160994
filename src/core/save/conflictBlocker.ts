// Unmerged paths open a blocker by themselves, and it closes when they are gone.

import { isSame, withClosed, withOpened } from '../protocol/blockerChanges';
import { openBlockers } from '../protocol/openBlockers';
import type { Blocker } from '../schemas/blocker';
import type { Workplace } from '../workplace';

/** The blockers that are open now. */
export async function followConflicts(
  { blockers, state, now }: Workplace,
  unmerged: readonly string[],
): Promise<readonly Blocker[]> {
  const seen = await blockers.read();
  const open = openBlockers(state, seen.kind === 'ok' ? seen.value : null);
  const standing = open.filter(({ type }) => type === 'merge_conflict');
  const at = now().toISOString();
  if (unmerged.length > 0 && standing.length === 0) {
    const blocker = conflictBlocker(unmerged, at);
    await blockers.update((file) => withOpened(file, blocker));
    return openBlockers({ blockers: [...open, blocker] }, null);
  }
  // What a person wrote down stays until they close it.
  const gone = unmerged.length > 0 ? [] : standing.filter((each) => each.auto_detected);
  for (const blocker of gone) {
    await blockers.update((file) =>
      withClosed(file, blocker, { at, by: 'no unmerged paths left' }),
    );
  }
  return open.filter((each) => !gone.some((closed) => isSame(closed, each)));
}

function conflictBlocker(unmerged: readonly string[], at: string): Blocker {
  const named = unmerged.slice(0, 5).join(', ');
  const more = unmerged.length > 5 ? ` and ${unmerged.length - 5} more` : '';
  return {
    type: 'merge_conflict',
    severity: 'high',
    description: `Merge conflict in ${named}${more}`,
    error_pattern: 'unmerged paths',
    resolution: 'Resolve the conflicts, "git add" the files, and finish the merge or rebase',
    detected_at: at,
    auto_detected: true,
    recovery_agent: null,
    recovery_attempted: 0,
    max_recovery_attempts: 3,
    evidence: { command: 'git status', line: `unmerged: ${named}`, exit_code: null, source: 'git' },
  };
}
