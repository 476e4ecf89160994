// The one way to change the blockers of a project: decided under the lock of their file, then
// mirrored into the session state, if there is one.

import { existsSync } from 'node:fs';
import { isTracked } from '../git/trackedFiles';
import { relativePath } from '../projectPaths';
import { isSame, mirrorBlockers, withDistinctIds, withinBounds } from '../protocol/blockerChanges';
import { blockersHere, openBlockers } from '../protocol/openBlockers';
import type { Blocker, BlockersFile } from '../schemas/blocker';
import type { SessionState } from '../schemas/sessionState';
import { usable } from '../stateFiles';
import { describeError, UserError } from '../support/errors';
import { type Message, msg } from '../support/message';
import type { QuietPlace } from '../workplace';

/** What the file shall be, and what the caller wants to know about it. */
export interface Decided<T> {
  readonly file: BlockersFile;
  readonly result: T;
  /** Those that were changed or closed, as they were before. */
  readonly before?: readonly Blocker[];
}

/** `decide` sees what is open now; what only the session state knows of is among it. */
export async function changeBlockers<T>(
  place: QuietPlace,
  decide: (open: readonly Blocker[], file: BlockersFile | undefined) => Decided<T>,
): Promise<T> {
  const { git, repository, root, paths } = place;
  const name = relativePath(root, paths.blockers);
  if (await isTracked(git, repository, name)) {
    throw new UserError('tracked', cameWithRepository(name));
  }
  const all: Decided<T>[] = [];
  await place.blockers.update((found) => {
    const file = found && { ...found, open: [...withDistinctIds(found.open ?? [])] };
    const next = decide(openIn(place, file ?? null), file);
    all.push(next);
    return withinBounds(next.file, place.now());
  });
  const [decided] = all;
  if (!decided) {
    throw new Error('blockers.json was changed without a decision');
  }
  await mirror(place, decided.before ?? []);
  return decided.result;
}

/** Local state that git tracks was written by somebody else. */
export function cameWithRepository(file: string): Message {
  return msg(
    '{0} is committed in this repository, so it is shown but nothing is done from it: run "git rm --cached {0}" and commit that.',
    file,
  );
}

/** Those that are open at the moment. */
export async function currentBlockers(place: QuietPlace): Promise<Blocker[]> {
  return openIn(place, await usable(place.blockers));
}

function openIn({ state, paths }: QuietPlace, file: BlockersFile | null): Blocker[] {
  return blockersHere(state, file, !existsSync(paths.sessionState));
}

/** Two processes may mirror at the same time: each looks again until both files agree. */
const mostAttempts = 5;

/** Never makes a session state, and changes none that came with the repository. */
async function mirror(place: QuietPlace, before: readonly Blocker[]): Promise<void> {
  const { sessionState, blockers, git, repository, root, paths, logger } = place;
  try {
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const file = await usable(blockers);
      const seen = await sessionState.read();
      // What a rewrite would lose is for a person to mend first.
      if (seen.kind !== 'ok' || seen.leavesOut) {
        return;
      }
      const mirrored = mirroredState(seen.value, file, before);
      if (JSON.stringify(mirrored) === JSON.stringify(seen.value)) {
        return;
      }
      if (await isTracked(git, repository, relativePath(root, paths.sessionState))) {
        return;
      }
      await sessionState.update((state) => {
        if (!state) {
          throw new UserError('no-state', msg('There is no session state.'));
        }
        return mirroredState(state, file, before);
      });
    }
  } catch (error) {
    // The blockers themselves are safe in their own file.
    logger.warn(`The blockers were not mirrored into the state: ${describeError(error)}`);
  }
}

/** One that only the state had, without an id, is known by its words: they are in the file now. */
function mirroredState(
  state: SessionState,
  file: BlockersFile | null,
  before: readonly Blocker[],
): SessionState {
  const isMoved = (each: Blocker) =>
    each.id === undefined && before.some((other) => isSame(each, other));
  const { blocker, blockers = [] } = state;
  const left = {
    blocker: blocker && isMoved(blocker) ? null : (blocker ?? null),
    blockers: blockers.filter((each) => !isMoved(each)),
  };
  return mirrorBlockers(state, openBlockers({ ...state, ...left }, file));
}
