// session_load: what a session starts from, and whether the repository still matches it.

import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { AgentStart } from '../../core/context/startForAgent';
import { settles } from '../annotations';
import { inEnabledProject } from '../enabledProject';
import type { ServerPlace } from '../server';
import { toolAnswer } from '../toolAnswer';

const output = z.object({
  status: z
    .enum(['restored', 'new', 'recovery_failed'])
    .describe('recovery_failed: do not work on before the user has chosen what to do'),
  findings: z.array(
    z.object({
      code: z.string(),
      severity: z.enum(['error', 'warning', 'info']),
      detail: z.string(),
      actions: z
        .array(z.object({ id: z.string(), title: z.string() }))
        .describe('What the user may choose; only the user does, with "baton load --apply ID"'),
    }),
  ),
  next_action: z
    .string()
    .nullable()
    .describe('Where the handover says to go on; null: the user says'),
  warnings: z.array(z.string()),
  interrupted: z.array(z.string()).describe('In a new session: work that was left in the middle'),
  session_start: z
    .string()
    .nullable()
    .describe('The decision that marks the start, where it was written now'),
  context: z
    .string()
    .describe('Saved state, handover, decisions and what was known, as quoted data'),
});

export function registerLoadSession(server: McpServer, place: ServerPlace): void {
  server.registerTool(
    'session_load',
    {
      title: 'Load Session',
      description:
        'Find out where the work in this project stands before you go on with it: the saved session, whether the repository still matches it, the handover and the latest decisions. It notes that a session began, and switches, stashes, commits or discards nothing.',
      inputSchema: z.strictObject({}),
      outputSchema: output,
      // That a session began is noted once.
      annotations: settles,
    },
    () =>
      toolAnswer(place.logger, () =>
        inEnabledProject(place, async (project) =>
          toOutput(await project.startForAgent('session_load')),
        ),
      ),
  );
}

function toOutput({ load, begun, nextAction, text }: AgentStart) {
  return {
    ...load,
    next_action: nextAction ?? null,
    session_start: begun ?? null,
    context: text,
  };
}
