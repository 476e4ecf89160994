// A session begins, waits for its user, or ends, as its agent tells.

import {
  agentProcessAbove,
  hasOneSession,
  toldAgentProcess,
} from '../../core/sessions/agentProcess';
import { endSession, openSession } from '../../core/sessions/openSession';
import { idOfAgentSession, type SessionPlace } from '../../core/sessions/sessionPlace';
import { noteWaiting } from '../../core/sessions/waiting';
import { blockingFileSystem } from '../../core/stores/atomicFile';
import { UserError } from '../../core/support/errors';
import type { HookCaller } from './hookCall';
import { type HookInput, text } from './hookInput';
import { hookProject } from './hookProject';

/** An agent waits for its hooks. */
const lock = { timeoutMs: 1_500 };

/** Whoever comes first makes its directory, the MCP server or this. */
export async function openLive(input: HookInput, caller: HookCaller): Promise<void> {
  const place = placeOf(input, caller);
  const agentSession = text(input.session_id);
  if (!place || !/^[A-Za-z0-9_-]{8,128}$/.test(agentSession)) {
    return;
  }
  const told = caller.agent === 'claude' ? toldAgentProcess(caller.env) : undefined;
  await openSession(
    place,
    {
      agent: caller.agent,
      agentSession,
      process: told ?? agentProcessAbove(),
      isOnly: hasOneSession(caller.agent),
      transcript: text(input.transcript_path) || undefined,
    },
    lock,
  );
}

export async function endLive(input: HookInput, caller: HookCaller): Promise<void> {
  await ofSession(input, caller, (place, id) => endSession(place, id, lock));
}

export async function waitLive(input: HookInput, caller: HookCaller): Promise<void> {
  await ofSession(input, caller, (place, id) =>
    noteWaiting(
      place,
      id,
      { kind: text(input.notification_type), message: text(input.message) },
      lock,
    ),
  );
}

async function ofSession(
  input: HookInput,
  caller: HookCaller,
  change: (place: SessionPlace, id: string) => Promise<void>,
): Promise<void> {
  const place = placeOf(input, caller);
  const id = place && idOfAgentSession(place.paths, text(input.session_id));
  if (!place || id === undefined) {
    return;
  }
  try {
    await change(place, id);
  } catch (error) {
    // Somebody took it away meanwhile.
    if (!UserError.is(error, 'no-session')) {
      throw error;
    }
  }
}

function placeOf(input: HookInput, caller: HookCaller): SessionPlace | undefined {
  const place = hookProject(input, caller)?.place();
  return place && { ...place, fs: blockingFileSystem };
}
