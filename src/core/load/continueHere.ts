// Takes what is so now for what was saved, so that the next load finds nothing to mend.

import { openBlockers } from '../protocol/openBlockers';
import { savedState } from '../protocol/savedState';
import type { Blocker } from '../schemas/blocker';
import type { SessionState } from '../schemas/sessionState';
import type { Updated } from '../stores/jsonFile';
import type { Workplace } from '../workplace';
import { findChange } from '../openSpec';
import { gitFacts } from './gitFacts';
import { seenFiles } from '../seenFiles';

export async function continueHere(place: Workplace): Promise<Updated<SessionState>> {
  const git = await gitFacts(place, null);
  const blockers = await mendedBlockers(place);
  return place.sessionState.update((current) => {
    const before = current ?? place.state ?? {};
    const found = before.openspec ? findChange(place.root, before.openspec) : undefined;
    const change = found?.archived ? undefined : found;
    return savedState(
      {
        mode: before.mode ?? 'quick',
        now: place.now(),
        branch: git?.branch ?? null,
        commit: git?.commit ?? null,
        pushed: git?.pushed ?? false,
        change,
        // Those of the main worktree stay there.
        blockers: openBlockers(current ? mended(before) : null, { open: [...blockers] }),
        modifiedFiles: seenFiles(place.root, before.modified_files ?? []).present,
        savedBy: place.host,
        given: {},
      },
      change ? before : { ...before, openspec: null, openspec_status: null },
    );
  });
}

/** Those of blockers.json, which the state mirrors: one without a type would break that again. */
async function mendedBlockers({ blockers }: Workplace): Promise<readonly Blocker[]> {
  const seen = await blockers.read();
  const open = seen.kind === 'ok' ? (seen.value.open ?? []) : [];
  if (open.every(({ type }) => type !== undefined)) {
    return open;
  }
  const { value } = await blockers.update((file) => ({
    ...file,
    open: (file?.open ?? []).map(withType),
  }));
  return value.open ?? [];
}

/** Reading has left out what was wrong in a blocker; its type must not stay out. */
export function mended(state: SessionState): SessionState {
  const { blocker, blockers } = state;
  return {
    ...state,
    ...(blocker && { blocker: withType(blocker) }),
    ...(blockers && { blockers: blockers.map(withType) }),
  };
}

function withType(blocker: Blocker): Blocker {
  return { ...blocker, type: blocker.type ?? 'other' };
}
