// Stop: an agent that says it is blocked opens a blocker.

import { enabledProject } from './enabledProject';
import { type HookInput, text } from './hook';

export async function stop(input: HookInput, env: Readonly<NodeJS.ProcessEnv>): Promise<void> {
  const message = text(input.last_assistant_message);
  if (!message.includes('[WORKFLOW_STATUS]')) {
    return;
  }
  const { blockedStatus } = await import('../../core/detection/blockers/workflowStatus');
  const blocked = blockedStatus(message);
  const found = blocked && (await enabledProject(input, env));
  if (!found) {
    return;
  }
  const project = await found.open();
  try {
    await project.reportBlocker({ ...blocked, source: 'agent' });
  } finally {
    project.dispose();
  }
}
