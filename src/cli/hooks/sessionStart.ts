// SessionStart: what a session gets, by what made it start.

import { isSessionId } from '../../core/context/contextPlace';
import type { StartSource } from '../../core/context/injectContext';
import { readOn, saveContext } from '../../core/context/saveContext';
import { type HookInput, text } from './hookInput';
import { hookProject, hookSession } from './hookProject';

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
  const saved =
    known && source === 'compact'
      ? await saveContext(place, { ...known, trigger: 'SessionStart' })
      : undefined;
  // Of a fork it tells where it comes from.
  const forked =
    known && source === 'fork'
      ? await readOn(place, { ...known, trigger: 'SessionStart' })
      : undefined;
  const { inject } = await import('./injection');
  return inject(project, place, {
    agent: known?.agent ?? 'claude',
    session,
    parent: (saved ?? forked)?.reading.digest.session.parentId,
    source,
    event: 'SessionStart',
  });
}
