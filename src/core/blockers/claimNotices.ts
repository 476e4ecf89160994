// Which process tells the user about a new blocker: the first to write it down, so that it is told
// once, whatever windows are open and however often they are reloaded.

import { isTracked } from '../git/trackedFiles';
import { relativePath } from '../projectPaths';
import type { QuietPlace } from '../workplace';
import type { BlockersFile } from '../schemas/blocker';
import { usable } from '../stateFiles';
import { changeBlockers } from './blockersFile';

/** The ids among these that nobody has told of yet; from now on they are told. */
export async function claimNotices(
  place: QuietPlace,
  ids: readonly string[],
): Promise<readonly string[]> {
  // What came with the repository is no news of this machine.
  const { git, repository, root, paths } = place;
  if (await isTracked(git, repository, relativePath(root, paths.blockers))) {
    return [];
  }
  // Most are told by another window already: no lock for them.
  if (untold(await usable(place.blockers), ids).length === 0) {
    return [];
  }
  return changeBlockers(place, (_, file) => {
    const open = file?.open ?? [];
    const mine = untold(file, ids);
    const isMine = new Set(mine);
    const notified_at = place.now().toISOString();
    return {
      file: {
        ...file,
        open: open.map((each) =>
          each.id !== undefined && isMine.has(each.id) ? { ...each, notified_at } : each,
        ),
      },
      result: mine,
    };
  });
}

function untold(file: BlockersFile | null | undefined, ids: readonly string[]): readonly string[] {
  const asked = new Set(ids);
  return (file?.open ?? []).flatMap(({ id, notified_at: at }) =>
    id !== undefined && asked.has(id) && !at ? [id] : [],
  );
}
