// Stop: saves what the agent knows, since PreCompact does not always come; and an agent that says it
// is blocked opens a blocker, which is over when it says something else.

import { keepContext } from './keepContext';
import { type HookInput, text } from './hookInput';
import { hookProject, type HookProject } from './hookProject';

export async function stop(input: HookInput, env: Readonly<NodeJS.ProcessEnv>): Promise<void> {
  const found = hookProject(input, env);
  if (!found) {
    return;
  }
  try {
    await followStatus(found, input);
  } finally {
    await keepContext(input, 'Stop', env, found);
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
