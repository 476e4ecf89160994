// What keeps a save from committing anything, in words that say what to do. Pure but for git's files.

import type { GitStatus } from '../git/gitStatus';
import { operationInProgress } from '../git/operation';
import { type Message, msg } from '../support/message';
import type { Workplace } from '../workplace';

/** Where no commit can or should be made; the state is saved all the same. */
export function obstacleTo(
  { repository }: Pick<Workplace, 'repository'>,
  status: GitStatus | undefined,
): Message | undefined {
  if (!repository || !status) {
    return msg(
      'This folder is not a git repository, so only the state was saved. Run "git init" so that Baton can prove where the work stands.',
    );
  }
  const operation = operationInProgress(repository);
  if (operation) {
    return status.unmerged.length > 0
      ? msg(
          'A {0} is in progress with {1} unmerged files, so nothing was committed; only the state was saved. Resolve the conflicts and finish it, then save again.',
          operation,
          status.unmerged.length,
        )
      : msg(
          'A {0} is in progress, so nothing was committed; only the state was saved. Finish or abort it, then save again.',
          operation,
        );
  }
  if (status.unmerged.length > 0) {
    return msg(
      '{0} files are unmerged, so nothing was committed; only the state was saved. Resolve the conflicts, then save again.',
      status.unmerged.length,
    );
  }
  return status.branch === null
    ? msg(
        'HEAD is detached, so a commit would belong to no branch; only the state was saved. Run "git switch -c NAME" to keep working from here, then save again.',
      )
    : undefined;
}
