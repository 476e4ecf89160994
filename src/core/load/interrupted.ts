// Work that was left in the middle: OpenSpec changes with open tasks, and branches whose last commit
// is a checkpoint.

import { activeChanges } from '../openSpec';
import { checkpointSubject } from '../save/squash';
import { msg } from '../support/message';
import { shortLine } from '../support/plainText';
import type { Workplace } from '../workplace';
import type { InterruptedWork } from './loadReport';

export async function interruptedWork(place: Workplace): Promise<InterruptedWork[]> {
  return [...openChanges(place.root), ...(await checkpointBranches(place))];
}

function openChanges(root: string): InterruptedWork[] {
  return activeChanges(root)
    .filter(({ tasks }) => tasks.some(({ done }) => !done))
    .map(({ name, title, tasks }) => ({
      kind: 'openspec',
      id: name,
      title: shortLine(title ?? name),
      detail: msg('{0}/{1} tasks', tasks.filter(({ done }) => done).length, tasks.length),
    }));
}

/** The newest first. */
async function checkpointBranches({ git, repository }: Workplace): Promise<InterruptedWork[]> {
  if (!repository) {
    return [];
  }
  const refs = await git.run([
    'for-each-ref',
    '--sort=-committerdate',
    '--count=50',
    '--format=%(refname:lstrip=2)%00%(contents:subject)%00%(committerdate:iso-strict)',
    'refs/heads',
  ]);
  return refs.split('\n').flatMap((line): InterruptedWork[] => {
    const [id = '', subject = '', time = ''] = line.split('\0');
    const words = checkpointSubject.exec(subject)?.[1];
    const detail = msg('checkpoint of {0}', time.slice(0, 16).replace('T', ' '));
    return words === undefined ? [] : [{ kind: 'branch', id, title: shortLine(words), detail }];
  });
}
