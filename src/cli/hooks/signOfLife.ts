// The heartbeat of a live session, at every event of its agent. A session has a directory only where
// somebody enabled Baton, so that nothing but the directory is looked for.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beat } from '../../core/sessions/heartbeat';
import { isLiveSessionId } from '../../core/sessions/sessionIds';
import { type HookCaller, startedIn } from './hookCall';
import { type HookInput, text } from './hookInput';

/** A project is the folder of an agent, or above it. */
const mostLevels = 32;

/** Whether there is such a session, with nothing to be noted of it. */
export function signOfLife(
  event: string,
  input: HookInput,
  caller: HookCaller,
  now = new Date(),
): boolean {
  const session = text(input.session_id);
  const from = startedIn(caller) || text(input.cwd);
  if (!isLiveSessionId(session) || !path.isAbsolute(from)) {
    return false;
  }
  // A subagent may end while its session waits for somebody.
  const isActive = event !== 'Notification' && event !== 'SubagentStop';
  let folder = from;
  for (let level = 0; level < mostLevels; level++) {
    const state = path.join(folder, '.claude', 'state');
    const id = nameOf(path.join(state, 'session-ids', session)) ?? session;
    const live = path.join(state, 'sessions', id);
    if (beat(live, now, isActive)) {
      return event !== 'UserPromptSubmit' || !lacksProcess(path.join(live, 'meta.json'));
    }
    const above = path.dirname(folder);
    if (above === folder) {
      return false;
    }
    folder = above;
  }
  return false;
}

/** Where the MCP server was first, its directory has another name. */
function nameOf(file: string): string | undefined {
  try {
    const { sessionId } = JSON.parse(readFileSync(file, 'utf8')) as { sessionId?: unknown };
    return typeof sessionId === 'string' && isLiveSessionId(sessionId) ? sessionId : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Somebody ended it, and its agent goes on: its process has to be noted again, or the session would be
 * taken for dead while the agent waits for its user. Only looked for in the text, to load no more.
 */
function lacksProcess(file: string): boolean {
  try {
    return /"endedAt"|"agentProcess": null/.test(readFileSync(file, 'utf8'));
  } catch {
    return false;
  }
}
