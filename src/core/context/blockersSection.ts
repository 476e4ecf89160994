// What stands in the way here, for an agent that begins: also where nobody has saved a state yet.

import { relativePath } from '../projectPaths';
import type { Translate } from '../support/message';
import { blockerLines } from './blockerLines';
import type { ContextPlace } from './contextPlace';
import type { Section } from './injection';
import { ownJson } from './localState';

/** Those of this folder: what stands in the way in the main worktree is about other files. */
export async function blockersSection(place: ContextPlace, t: Translate): Promise<Section> {
  const { root, paths } = place;
  const file = await ownJson(place, paths.blockers);
  return {
    title: t('Blockers'),
    lines: blockerLines(file?.open),
    share: 700,
    file: relativePath(root, paths.blockers),
  };
}
