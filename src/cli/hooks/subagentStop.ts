// SubagentStop: what a subagent reports as knowledge. Only called where its words may hold some.

import type { HookCaller } from './hookCall';
import { type HookInput, text } from './hookInput';
import { hookProject } from './hookProject';
import { keepTagged } from './keepTagged';

export async function subagentStop(input: HookInput, caller: HookCaller): Promise<void> {
  // A compaction is a subagent without a type, and only repeats what others said.
  const found = text(input.agent_type) === '' ? undefined : hookProject(input, caller);
  if (found) {
    await keepTagged(found, input);
  }
}
