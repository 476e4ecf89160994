// SessionStart: what a session gets, by what made it start.

import { type ContextPlace, isSessionId } from '../../core/context/contextPlace';
import type { StartSource } from '../../core/context/injectContext';
import type { BegunSession } from '../../core/handover/sessionStart';
import { saveContext } from '../../core/context/saveContext';
import { describeError } from '../../core/support/errors';
import type { HookCaller } from './hookCall';
import { type HookInput, text } from './hookInput';
import { hookProject, type HookSession, hookSession } from './hookProject';

const sources: readonly StartSource[] = ['startup', 'clear', 'resume', 'fork', 'compact'];

export async function sessionStart(
  input: HookInput,
  caller: HookCaller,
  print: (text: string) => void,
): Promise<void> {
  const project = hookProject(input, caller);
  const place = project?.place();
  const session = text(input.session_id);
  if (!project || !place || !isSessionId(session)) {
    return;
  }
  const source = sources.find((each) => each === input.source) ?? 'startup';
  const known = hookSession(input, place);
  // A compaction leaves the transcript whole, so that what PreCompact did not save is saved now.
  const isSaved = known && source === 'compact' ? await saved(place, known) : true;
  const agent = known?.agent ?? caller.agent;
  const { inject } = await import('./injection');
  const injected = await inject(project, place, {
    agent,
    session,
    cwd: text(input.cwd),
    lastAnswer: lastAnswerIn(input, place.now()),
    source,
    event: 'SessionStart',
    isMissed: !isSaved,
  });
  print(injected ?? '');
  if (source !== 'compact') {
    await marked(place, { session, source: `${agent} ${source}`, begins: isNew(source) });
  }
}

function isNew(source: StartSource): boolean {
  return source === 'startup' || source === 'clear';
}

/** An agent goes on when this process ends. Where another one is busy for longer, a load writes it. */
const longestWait = 500;

/** After what is injected was printed, which it neither delays nor breaks. */
async function marked(place: ContextPlace, begun: BegunSession): Promise<void> {
  try {
    const { beginSession } = await import('../../core/handover/sessionStart');
    await beginSession(place, begun, { timeoutMs: longestWait });
  } catch (error) {
    place.logger.warn(`SESSION_START was not written: ${describeError(error)}`);
  }
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
    ? // Told in whole seconds: what happened within the one that is cut off counts, too.
      new Date(now.getTime() - (seconds + 1) * 1_000)
    : undefined;
}
