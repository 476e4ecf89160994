// What git knows that a load compares with the saved state. Asks only: no index is refreshed, no
// lock is taken.

import type { Git } from '../git/git';
import type { GitStatus } from '../git/gitStatus';
import { isLocalState } from '../git/localExclude';
import { type Operation, operationInProgress } from '../git/operation';
import { relativePath } from '../projectPaths';
import { sortNewFiles } from '../save/newFiles';
import { isOnRemote } from '../save/push';
import type { SessionState } from '../schemas/sessionState';
import type { Workplace } from '../workplace';

export interface GitFacts {
  /** null when detached. */
  readonly branch: string | null;
  /** null before the first commit. */
  readonly commit: string | null;
  /** Whether the upstream has it all. */
  readonly pushed: boolean;
  readonly relation: CommitRelation;
  /** Without Baton's own files; a folder of new ones is one entry. */
  readonly uncommitted: readonly string[];
  readonly unmerged: readonly string[];
  readonly operation: Operation | undefined;
}

/** Where HEAD is, seen from the saved commit. */
export type CommitRelation =
  | { readonly kind: 'same' }
  | { readonly kind: 'ahead' | 'behind'; readonly by: number }
  | { readonly kind: 'diverged'; readonly ahead: number; readonly behind: number }
  | { readonly kind: 'unknown' };

/** undefined where there is no repository. */
export async function gitFacts(
  place: Workplace,
  saved: SessionState | null,
): Promise<GitFacts | undefined> {
  const { git, repository } = place;
  if (!repository) {
    return undefined;
  }
  const status = await place.status();
  const [relation, uncommitted] = await Promise.all([
    relationTo(git, saved?.git_commit, status.commit),
    uncommittedFiles(place, status),
  ]);
  return {
    branch: status.branch,
    commit: status.commit,
    pushed: isOnRemote(repository, status),
    relation,
    uncommitted,
    unmerged: status.unmerged,
    operation: operationInProgress(repository),
  };
}

async function uncommittedFiles(place: Workplace, status: GitStatus): Promise<string[]> {
  const tracked = [...status.changes.map(({ path }) => path), ...status.unmerged].filter(
    (file) => !isOwn(place, file),
  );
  return [...tracked, ...(await sortNewFiles(place, status)).others];
}

/** Whether Baton keeps it, so that it is no change of the user's. */
export function isOwn({ root, paths }: Workplace, file: string): boolean {
  return isLocalState(file) || file.startsWith(`${relativePath(root, paths.handover)}/`);
}

async function relationTo(
  git: Git,
  saved: string | null | undefined,
  head: string | null,
): Promise<CommitRelation> {
  if (saved === undefined || (saved === null && head === null)) {
    return { kind: 'same' };
  }
  if (saved === null) {
    return { kind: 'ahead', by: await count(git, 'HEAD') };
  }
  if (!/^[0-9a-f]{4,64}$/.test(saved)) {
    return { kind: 'unknown' };
  }
  if (head?.startsWith(saved)) {
    return { kind: 'same' };
  }
  const { code, stdout } = await git.ask(['rev-parse', '--verify', '--quiet', `${saved}^{commit}`]);
  const commit = stdout.trim();
  // A branch may have such a name, too.
  if (code !== 0 || !commit.startsWith(saved)) {
    return { kind: 'unknown' };
  }
  return head === null
    ? { kind: 'behind', by: await count(git, commit) }
    : compared(await git.run(['rev-list', '--left-right', '--count', `${commit}...HEAD`]));
}

async function count(git: Git, commit: string): Promise<number> {
  return Number(await git.run(['rev-list', '--count', commit]));
}

/** `behind<TAB>ahead` */
function compared(output: string): CommitRelation {
  const [behind = 0, ahead = 0] = output.trim().split('\t').map(Number);
  if (behind > 0 && ahead > 0) {
    return { kind: 'diverged', ahead, behind };
  }
  return behind > 0 ? { kind: 'behind', by: behind } : { kind: 'ahead', by: ahead };
}
