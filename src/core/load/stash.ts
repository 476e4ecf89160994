// Puts changes aside with git stash. What is Baton's own stays: the next session needs it.

import { GitFailure } from '../git/gitFailure';
import { sortNewFiles } from '../save/newFiles';
import { wordsOf } from '../save/checkpoint';
import { toDetail } from '../save/commitProblem';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import type { Workplace } from '../workplace';
import { isOwn } from './gitFacts';

/** Returns what the stash is called. */
export async function stashChanges(place: Workplace): Promise<string> {
  const { git } = place;
  const name = `Baton: ${wordsOf(place, { mode: 'quick' }, null)}`;
  const pathspecs = [':/', ...(await ownPaths(place)).map((own) => `:(exclude,top,literal)${own}`)];
  try {
    const said = await git.run(
      [
        'stash',
        'push',
        '--include-untracked',
        '-m',
        name,
        '--pathspec-from-file=-',
        '--pathspec-file-nul',
      ],
      { input: pathspecs.join('\0') },
    );
    if (/^No local changes/m.test(said)) {
      throw new UserError(
        'nothing-to-stash',
        msg('There is nothing that git can stash: the changes are inside submodules.'),
      );
    }
    return name;
  } catch (error) {
    if (error instanceof GitFailure) {
      throw new UserError(
        'stash-failed',
        msg('git did not stash the changes. See what it says, or commit them instead.'),
        toDetail(error.output.stderr),
      );
    }
    throw error;
  }
}

/**
 * Only what git would stash: given a path that it ignores, even to leave out, it stops half-way,
 * with the stash made and the changes still there.
 */
async function ownPaths(place: Workplace): Promise<string[]> {
  const status = await place.status();
  const { handover, localState } = await sortNewFiles(place, status);
  const changed = status.changes.map((change) => change.path).filter((file) => isOwn(place, file));
  return [...changed, ...handover, ...localState];
}
