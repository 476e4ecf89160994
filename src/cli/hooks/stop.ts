// Stop: saves what the agent knows, since PreCompact does not always come; an agent that says it is
// blocked opens a blocker, which is over when it says something else; what it marked as knowledge is
// kept; and session.md is drafted where there is reason to. None of these stands in another's way.

import { existsSync } from 'node:fs';
import { isSessionId } from '../../core/context/contextPlace';
import type { SavedContext } from '../../core/context/saveContext';
import { isDraftingOnStop } from '../../core/handover/draftSetting';
import { triggerFile } from '../../core/handover/triggerFile';
import { keepContext } from './keepContext';
import type { HookCaller } from './hookCall';
import { type HookInput, text } from './hookInput';
import { hookProject, type HookProject } from './hookProject';
import { mayBeTagged } from './tagged';

export async function stop(input: HookInput, caller: HookCaller): Promise<void> {
  const found = hookProject(input, caller);
  if (!found) {
    return;
  }
  const attempt = async <T>(step: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await step();
    } catch (error) {
      const { logFailure } = await import('./hookLog');
      logFailure('Stop', error, caller.env);
      return undefined;
    }
  };
  await attempt(() => followStatus(found, input));
  if (mayBeTagged(input)) {
    await attempt(async () => (await import('./keepTagged')).keepTagged(found, input));
  }
  const saved = await attempt(() => keepContext(input, 'Stop', caller, found));
  await attempt(() => draft(found, input, caller.env, saved));
}

/** Most turns give no reason: that has to be found out quickly. */
async function draft(
  found: HookProject,
  input: HookInput,
  env: HookCaller['env'],
  saved: SavedContext | undefined,
): Promise<void> {
  const session = text(input.session_id);
  const isNoted = isSessionId(session) && existsSync(triggerFile(found.root, session));
  const isEvery = isDraftingOnStop(env, found.settings());
  if (isNoted || isEvery || text(input.last_assistant_message).includes('[WORKFLOW_STATUS]')) {
    const { draftAtStop } = await import('./draftAtStop');
    await draftAtStop(found, input, { isEvery, saved });
  }
}

async function followStatus(found: HookProject, input: HookInput): Promise<void> {
  const message = text(input.last_assistant_message);
  if (!message.includes('[WORKFLOW_STATUS]')) {
    return;
  }
  const { workflowStatus } = await import('../../core/detection/blockers/workflowStatus');
  const status = workflowStatus(message);
  if (!status) {
    return;
  }
  const session = text(input.session_id);
  const project = await found.open();
  try {
    if (status === 'other') {
      await project.unblockAgent(session);
    } else {
      await project.reportBlocker({ ...status, source: 'agent', session });
    }
  } finally {
    project.dispose();
  }
}
