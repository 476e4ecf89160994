// What the tools share that speak with the user: whose session it is, and how they wait.

import type { ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { Project } from '../core/project';
import type { Waiting } from '../core/sessions/sessionActions';
import { UserError } from '../core/support/errors';
import { msg } from '../core/support/message';
import { inEnabledProject } from './enabledProject';
import { createProgress, type ProgressWords } from './progress';
import type { ServerPlace } from './server';

/** Below the shortest limit that clients have for a tool, which is a minute. */
const usualWait = 50;
const longestWait = 3_600;

export const waitShape = z
  .number()
  .min(0)
  .max(longestWait)
  .optional()
  .describe(
    `Seconds to wait in this call; ${usualWait} unless told. More only where the client lets a tool take longer`,
  );

export function inSession<T>(
  place: ServerPlace,
  action: (project: Project, session: string) => Promise<T>,
): Promise<T> {
  return inEnabledProject(place, async (project) => {
    const session = await place.live.use();
    if (session === undefined) {
      throw new UserError('no-session', msg('There is no live session here. Try again.'));
    }
    return action(project, session);
  });
}

/** Ends with the call. */
export async function whileWaiting<T>(
  context: ServerContext,
  seconds: number | undefined,
  words: ProgressWords,
  wait: (waiting: Waiting) => Promise<T>,
): Promise<T> {
  const progress = createProgress(context, words);
  try {
    return await wait({ waitMs: (seconds ?? usualWait) * 1_000, signal: context.mcpReq.signal });
  } finally {
    progress.dispose();
  }
}
