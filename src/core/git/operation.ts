// What git is in the middle of, from the files it keeps meanwhile.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Repository } from './repository';

export type Operation = 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'git am';

const markers: readonly (readonly [file: string, operation: Operation])[] = [
  ['MERGE_HEAD', 'merge'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply/applying', 'git am'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
];

export function operationInProgress({ gitDirectory }: Repository): Operation | undefined {
  return markers.find(([file]) => existsSync(path.join(gitDirectory, file)))?.[1];
}

/** The branch that a rebase works on: HEAD is detached meanwhile, but the work is that branch's. */
export function rebasedBranch({ gitDirectory }: Repository): string | null {
  for (const folder of ['rebase-merge', 'rebase-apply']) {
    const file = path.join(gitDirectory, folder, 'head-name');
    const name = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
    if (name.startsWith('refs/heads/')) {
      return name.slice('refs/heads/'.length);
    }
  }
  return null;
}
