// SessionStart: what a session gets, by what made it start.

import { type ContextPlace, isSessionId } from '../../core/context/contextPlace';
import type { StartSource } from '../../core/context/injectContext';
import { saveContext } from '../../core/context/saveContext';
import { describeError } from '../../core/support/errors';
import { type HookInput, text } from './hookInput';
import { hookProject, type HookSession, hookSession } from './hookProject';

const sources: readonly StartSource[] = ['startup', 'clear', 'resume', 'fork', 'compact'];

export async function sessionStart(
  input: HookInput,
  env: Readonly<NodeJS.ProcessEnv>,
): Promise<string | undefined> {
  const project = hookProject(input, env);
  const place = project?.place();
  const session = text(input.session_id);
  if (!project || !place || !isSessionId(session)) {
    return undefined;
  }
  const source = sources.find((each) => each === input.source) ?? 'startup';
  const known = hookSession(input, place);
  // A compaction leaves the transcript whole, so that what PreCompact did not save is saved now.
  const isSaved = known && source === 'compact' ? await saved(place, known) : true;
  const { inject } = await import('./injection');
  return inject(project, place, {
    agent: known?.agent ?? 'claude',
    session,
    lastAnswer: lastAnswerIn(input, place.now()),
    source,
    event: 'SessionStart',
    isMissed: !isSaved,
  });
}

/** Where it cannot be saved, the last checkpoint is better than nothing. */
async function saved(place: ContextPlace, known: HookSession): Promise<boolean> {
  try {
    await saveContext(place, { ...known, trigger: 'SessionStart' });
    return true;
  } catch (error) {
    place.logger.warn(`The context was not saved: ${describeError(error)}`);
    return false;
  }
}

/** Told at a resume and a fork; the transcript of a fork is not there yet, and names no parent. */
function lastAnswerIn(input: HookInput, now: Date): Date | undefined {
  const { seconds_since_last_response: seconds } = input;
  return typeof seconds === 'number' && seconds >= 0 && seconds < 1e9
    ? new Date(now.getTime() - seconds * 1_000)
    : undefined;
}
