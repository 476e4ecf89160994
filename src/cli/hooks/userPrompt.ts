// UserPromptSubmit: sees whether what was injected arrived, and gives back what a compaction took
// that nobody had been told of. A command whose end drafts session.md is noted.

import { settleDeliveries } from '../../core/context/deliveries';
import { missedCompaction } from '../../core/context/missedCompaction';
import { readOn } from '../../core/context/saveContext';
import { describeError } from '../../core/support/errors';
import type { HookCaller } from './hookCall';
import { type HookInput, text } from './hookInput';
import { hookProject, hookSession } from './hookProject';

export async function userPrompt(
  input: HookInput,
  caller: HookCaller,
): Promise<string | undefined> {
  // Qwen Code calls it after every round of tools, too, where nobody said anything.
  const isSaid = caller.agent !== 'qwen' || input.prompt !== '';
  const project = isSaid ? hookProject(input, caller) : undefined;
  const place = project?.place();
  if (place && /^\s*\/\S*sdd-/.test(text(input.prompt))) {
    const { noteTrigger } = await import('../../core/handover/triggers');
    await noteTrigger(place, text(input.session_id), text(input.prompt)).catch((error: unknown) => {
      place.logger.warn(`The command was not noted: ${describeError(error)}`);
    });
  }
  const known = place && hookSession(input, place);
  if (!project || !known) {
    return undefined;
  }
  const seen = await readOn(place, known);
  if (!seen) {
    return undefined;
  }
  const { digest } = seen.reading;
  await settleDeliveries(place, known.session, digest, { isOver: false });
  const missed = missedCompaction(place, known.session, digest);
  if (!missed) {
    return undefined;
  }
  const { inject } = await import('./injection');
  const { agent, session } = known;
  const request = { agent, session, source: 'compact', event: 'UserPromptSubmit' } as const;
  const cwd = text(input.cwd);
  return inject(project, place, { ...request, cwd, isMissed: missed.isUnsaved });
}
