// Which sessions came with the repository, from somebody else: they are shown, and nothing is asked of
// them, answered to them, or taken away.

import type { Git } from '../git/git';
import { indexMentions } from '../git/indexMentions';
import type { Repository } from '../git/repository';
import { relativePath } from '../projectPaths';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import type { SessionPlace } from './sessionPlace';

export interface TrackedPlace extends SessionPlace {
  readonly repository: Repository | undefined;
  /** Started only where the index does not say. */
  readonly git: () => Git | Promise<Git>;
}

/** Where git cannot tell, all of them. */
export async function trackedSessions(place: TrackedPlace): Promise<(id: string) => boolean> {
  const { repository, paths, root } = place;
  const folder = relativePath(root, paths.sessions);
  if (!repository || indexMentions(repository, `${folder}/`) === false) {
    return () => false;
  }
  try {
    const git = await place.git();
    const output = await git.run(['--literal-pathspecs', 'ls-files', '-z', '--', folder]);
    const ids = new Set(
      output.split('\0').map((file) => file.slice(folder.length + 1).split('/', 1)[0] ?? ''),
    );
    return (id) => ids.has(id);
  } catch {
    return () => true;
  }
}

export async function assertOwnSession(place: TrackedPlace, id: string): Promise<void> {
  if ((await trackedSessions(place))(id)) {
    throw new UserError(
      'tracked',
      msg(
        'Session {0} came with the repository, from somebody else, so it is only shown. Take .claude/state out of git ("git rm --cached -r .claude/state").',
        id,
      ),
    );
  }
}
