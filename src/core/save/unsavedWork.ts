// What a save would find now, by one `git status`. Changes nothing.

import { isLocalState } from '../git/localExclude';
import { type Operation, operationInProgress } from '../git/operation';
import type { Workplace } from '../workplace';
import { changesToCommit } from './checkpoint';

export interface UnsavedWork {
  /** Tracked files that differ from the last commit. */
  readonly changed: number;
  /** New files; a folder of them counts once. */
  readonly newFiles: number;
  readonly operation: Operation | undefined;
  readonly detached: boolean;
}

export async function unsavedWork(place: Workplace): Promise<UnsavedWork> {
  const { repository } = place;
  if (!repository) {
    return { changed: 0, newFiles: 0, operation: undefined, detached: false };
  }
  const status = await place.status();
  return {
    changed: changesToCommit(status).length + status.unmerged.length,
    newFiles: status.untracked.filter((file) => !isLocalState(file)).length,
    operation: operationInProgress(repository),
    detached: status.branch === null,
  };
}
