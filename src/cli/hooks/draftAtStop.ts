// The end of a turn that gives reason to draft session.md.

import type { SavedContext } from '../../core/context/saveContext';
import { isStoppedPipeline } from '../../core/detection/blockers/workflowStatus';
import { draftAfterTurn } from '../../core/handover/stopDraft';
import { forgetTrigger, notedTrigger } from '../../core/handover/triggers';
import { type HookInput, text } from './hookInput';
import type { HookProject } from './hookProject';

export async function draftAtStop(
  found: HookProject,
  input: HookInput,
  how: { readonly isEvery: boolean; readonly saved: SavedContext | undefined },
): Promise<void> {
  const message = text(input.last_assistant_message);
  const session = text(input.session_id);
  const noted = notedTrigger(found.place(), session);
  const request = draftAfterTurn({
    noted,
    isStopped: isStoppedPipeline(message),
    isEvery: how.isEvery,
    message,
    done: how.saved?.context.progress?.done ?? [],
  });
  if (!request) {
    return;
  }
  const project = await found.open();
  try {
    await project.draft(request);
    if (noted) {
      forgetTrigger(found.root, session);
    }
  } finally {
    project.dispose();
  }
}
