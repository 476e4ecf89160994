// One save, undo or squash at a time in a project, whichever process asks for it.

import path from 'node:path';
import { toFileError } from '../stores/fileErrors';
import { outsideProject } from '../stores/fileWithin';
import { withLock } from '../stores/lock';
import { realPathWithin } from '../stores/regularFile';
import { UserError } from '../support/errors';
import type { Workplace } from '../workplace';

/** `waited`: somebody else was at work, so what was known before may be over. */
export async function withSaveLock<T>(
  { paths, root }: Workplace,
  body: (waited: boolean) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const folder = path.join(paths.locks, 'save');
  if (realPathWithin(root, folder) === undefined) {
    throw new UserError('outside', outsideProject(paths.locks, root));
  }
  let waited = false;
  try {
    return await withLock(folder, () => body(waited), {
      timeoutMs: 60_000,
      onWait: () => {
        waited = true;
      },
      ...(signal && { signal }),
    });
  } catch (error) {
    throw toFileError(error, folder);
  }
}
