// Whether git tracks a file. The index is read first, because that costs no process.

import type { Git } from './git';
import { indexMentions } from './indexMentions';
import type { Repository } from './repository';

/** `file` is relative to the root, with forward slashes. Also where git cannot tell. */
export async function isTracked(
  git: Git,
  repository: Repository | undefined,
  file: string,
): Promise<boolean> {
  if (!repository || indexMentions(repository, file) === false) {
    return false;
  }
  const { code } = await git.ask([
    '--literal-pathspecs',
    'ls-files',
    '--error-unmatch',
    '--',
    file,
  ]);
  return code !== 1;
}
