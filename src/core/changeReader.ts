// The OpenSpec change of the session, read again only when something about it is different: a
// refresh must cost no more than a few stats.

import path from 'node:path';
import { changesFolder, findChange, type OpenSpecChange } from './openSpec';
import { stampOf } from './stores/fileStamp';

/** The same object while the change is the same. */
export function createChangeReader(
  root: string,
): (id: string | null | undefined) => OpenSpecChange | undefined {
  let known: { readonly stamp: string; readonly change: OpenSpecChange | undefined } | undefined;
  const changes = changesFolder(root);

  const stampFor = (id: string, change: OpenSpecChange | undefined) => {
    const directory = path.join(root, change?.directory ?? '');
    const files = change
      ? ['proposal.md', 'tasks.md'].map((name) => path.join(directory, name))
      : [];
    return [id, ...[changes, path.join(changes, 'archive'), ...files].map(stampOf)].join();
  };
  return (id) => {
    if (!id) {
      return undefined;
    }
    if (known?.stamp !== stampFor(id, known?.change)) {
      // The first read says where it is. What is kept is read after the stamp was taken, so that
      // whatever changes in between is seen the next time.
      const stamp = stampFor(id, findChange(root, id));
      const change = findChange(root, id);
      const isSame = JSON.stringify(change) === JSON.stringify(known?.change);
      known = { stamp, change: isSame ? known?.change : change };
    }
    return known.change;
  };
}
