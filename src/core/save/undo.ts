// Takes the last checkpoint back: the branch moves to the commit before, the index becomes what it
// was, the working tree is not touched.

import type { Git } from '../git/git';
import { type IndexCopy, withIndexCopy } from '../git/indexFile';
import type { Repository } from '../git/repository';
import type { GitStatus } from '../git/gitStatus';
import { isLocalState } from '../git/localExclude';
import { operationInProgress } from '../git/operation';
import type { SessionState } from '../schemas/sessionState';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import type { Workplace } from '../workplace';
import { withSaveLock } from './saveLock';
import { type IndexBefore, readUndo, undoRef } from './undoRef';

export interface UndoReport {
  /** The checkpoint that is gone. */
  readonly undone: string;
  readonly subject: string;
  /** The last commit now; null when the checkpoint was the first. */
  readonly commit: string | null;
  readonly state: SessionState | null;
}

export async function undoSave(place: Workplace): Promise<UndoReport> {
  return withSaveLock(place, async () => {
    const { git } = place;
    const { head, branch, repository, before, subject } = await lastCheckpoint(place);
    const [parent = null] = await parentsOf(git, head);
    await withIndexCopy(repository, async (copy) => {
      await restoreIndex(git, before, copy);
      // With the index locked, so that either both move or none does; and only from where HEAD was
      // seen: if somebody commits in between, git refuses.
      await copy.install(() => moveHead(git, 'baton: undo save', parent, head));
    });
    await git.ask(['update-ref', '-d', undoRef(head)]);
    const state = await forgetCommit(place, branch, parent);
    return { undone: head, subject, commit: parent, state };
  });
}

/** The one that would be taken back; where there is none, the error says why. */
export async function lastCheckpoint(place: Workplace): Promise<LastCheckpoint> {
  const { git } = place;
  const found = await headOf(place);
  const { head } = found;
  const before = await readUndo(git, head);
  if (!before) {
    throw new UserError(
      'not-a-checkpoint',
      msg(
        'The last commit is not a checkpoint that Baton made here, so there is nothing to take back.',
      ),
    );
  }
  await assertUnpushed(git, head);
  const subject = (await git.run(['log', ...plainLog, '-1', '--format=%s', head])).trim();
  return { ...found, before, subject };
}

interface LastCheckpoint {
  readonly head: string;
  readonly branch: string;
  readonly repository: Repository;
  readonly before: IndexBefore;
  readonly subject: string;
}

/** What `log.showSignature` adds would be taken for the answer. */
export const plainLog = ['--no-show-signature', '--no-color'];

async function restoreIndex(
  git: Git,
  { tree, intended }: IndexBefore,
  { env }: IndexCopy,
): Promise<void> {
  await git.run(['reset', '--quiet', tree, '--', ':/'], { env });
  if (intended.length > 0) {
    const add = ['--literal-pathspecs', 'add', '--intent-to-add', '--', ...intended];
    await git.run(add, { env });
  }
  // Compares the files again, so that what is the same does not look changed.
  await git.ask(['update-index', '-q', '--refresh'], { env });
}

export async function moveHead(
  git: Git,
  reason: string,
  to: string | null,
  from: string,
): Promise<void> {
  await git.run(
    to === null
      ? ['update-ref', '-m', reason, '-d', 'HEAD', from]
      : ['update-ref', '-m', reason, 'HEAD', to, from],
  );
}

export async function parentsOf(git: Git, commit: string): Promise<string[]> {
  const parents = (await git.run(['log', ...plainLog, '-1', '--format=%P', commit])).trim();
  return parents === '' ? [] : parents.split(' ');
}

/** HEAD, when nothing stands against moving it. */
export async function headOf(
  place: Workplace,
): Promise<{ head: string; branch: string; repository: Repository }> {
  const { repository } = place;
  if (!repository) {
    throw new UserError(
      'no-repository',
      msg('This folder is not a git repository, so there is no checkpoint in it.'),
    );
  }
  const status = await place.status();
  const operation = operationInProgress(repository);
  if (operation) {
    throw new UserError(
      'in-progress',
      msg('A {0} is in progress. Finish or abort it first.', operation),
    );
  }
  if (status.branch === null || status.commit === null) {
    throw new UserError(
      'no-checkpoint',
      status.branch === null
        ? msg('HEAD is detached, so there is no branch to take a checkpoint from.')
        : msg('There is no commit yet, so there is nothing to take back.'),
    );
  }
  assertNothingStaged(status);
  return { head: status.commit, branch: status.branch, repository };
}

/** What was staged since would be mixed with what comes back. */
function assertNothingStaged({ changes, unmerged }: GitStatus): void {
  const staged = changes.find(({ staged, path }) => staged !== '.' && !isLocalState(path));
  if (staged || unmerged.length > 0) {
    throw new UserError(
      'staged-since',
      msg(
        'You have staged {0} since the checkpoint. Commit it or take it out with "git restore --staged", then try again.',
        staged?.path ?? unmerged[0] ?? '',
      ),
    );
  }
}

async function assertUnpushed(git: Git, commit: string): Promise<void> {
  const remote = await git.run([
    'for-each-ref',
    '--count=1',
    '--format=%(refname:short)',
    '--contains',
    commit,
    'refs/remotes',
  ]);
  if (remote.trim() !== '') {
    throw new UserError(
      'already-pushed',
      msg(
        'The checkpoint is on {0} already, where others may have it. Use "git revert" instead.',
        remote.trim(),
      ),
    );
  }
}

/** The state must not name a commit that is gone. */
export async function forgetCommit(
  { sessionState, state }: Workplace,
  branch: string,
  commit: string | null,
): Promise<SessionState | null> {
  if (!state) {
    return null;
  }
  const { value } = await sessionState.update((current) => ({
    ...(current ?? state),
    git_branch: branch,
    git_commit: commit?.slice(0, 7) ?? null,
    git_pushed: false,
  }));
  return value;
}
