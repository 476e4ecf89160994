// What an agent marked as knowledge in its last words goes into the knowledge buffer.

import { taggedKnowledge } from '../../core/handover/tags';
import { shortLine } from '../../core/support/plainText';
import { type HookInput, text } from './hookInput';
import type { HookProject } from './hookProject';

export async function keepTagged(found: HookProject, input: HookInput): Promise<void> {
  const agent = shortLine(text(input.agent_type), 60);
  const entries = taggedKnowledge(text(input.last_assistant_message), agent);
  if (entries.length === 0) {
    return;
  }
  const project = await found.open();
  try {
    await project.addKnowledge(entries);
  } finally {
    project.dispose();
  }
}
