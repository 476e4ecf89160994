// Stop: an agent that says it is blocked opens a blocker; when it says something else, that is over.

import { enabledProject } from './enabledProject';
import { type HookInput, text } from './hook';

export async function stop(input: HookInput, env: Readonly<NodeJS.ProcessEnv>): Promise<void> {
  const message = text(input.last_assistant_message);
  if (!message.includes('[WORKFLOW_STATUS]')) {
    return;
  }
  const { workflowStatus } = await import('../../core/detection/blockers/workflowStatus');
  const status = workflowStatus(message);
  const found = status && (await enabledProject(input, env));
  if (!found) {
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
