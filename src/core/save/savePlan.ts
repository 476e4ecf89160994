// What a person is asked before a save: the words of the checkpoint, new files, where a push goes.

import type { Workplace } from '../workplace';
import { changesToCommit, wordsOf } from './checkpoint';
import { newFilesOf } from './newFiles';
import { obstacleTo } from './obstacle';
import { type PushTarget, pushTarget } from './push';
import type { SaveRequest } from './save';

export interface SavePlan {
  /** Of the checkpoint, unless others are given. */
  readonly words: string;
  /** Whether there may be one: something has changed, and nothing stands against a commit. */
  readonly mayCommit: boolean;
  /** They go into it only when that is asked for; a folder is one entry with a slash at its end. */
  readonly newFiles: readonly string[];
  /** undefined where nothing would be pushed. */
  readonly target: PushTarget | undefined;
}

export async function savePlan(place: Workplace, mode: SaveRequest['mode']): Promise<SavePlan> {
  const { git, repository } = place;
  if (!repository) {
    return {
      words: wordsOf(place, { mode }, null),
      mayCommit: false,
      newFiles: [],
      target: undefined,
    };
  }
  const status = await place.status();
  const { included, left } = await newFilesOf(place, status, false);
  const obstacle = obstacleTo(place, status);
  return {
    words: wordsOf(place, { mode }, status.branch),
    mayCommit: !obstacle && [...changesToCommit(status), ...included, ...left].length > 0,
    newFiles: left,
    target:
      mode === 'quick' || status.branch === null || obstacle
        ? undefined
        : await pushTarget(git, status, status.branch),
  };
}
