// wait_for_command: an agent that has nothing to do waits for work that its user sends.

import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { speaks } from '../annotations';
import type { ServerPlace } from '../server';
import { toolAnswer } from '../toolAnswer';
import { inSession, waitShape, whileWaiting } from '../waitingTool';

const input = z.strictObject({ wait: waitShape });

const output = z.object({
  status: z.enum(['command', 'none']).describe('none: nothing was sent yet; call again'),
  command_id: z.string().nullable().describe('For command_result, when it is done'),
  command: z.string().nullable().describe('What the user wants done, in their words'),
  requested_by: z.string().nullable(),
  created_at: z.string().nullable(),
});

const words = { first: 'Waiting for work.', still: 'Nothing was sent yet.' };

export function registerWaitForCommand(server: McpServer, place: ServerPlace): void {
  server.registerTool(
    'wait_for_command',
    {
      title: 'Wait for Command',
      description:
        'Wait for a line of work that the user sends to this session from VS Code, when there is nothing else to do and the user asked for it. Do what it says, then tell what came of it with command_result.',
      inputSchema: input,
      outputSchema: output,
      // What was taken is not given again.
      annotations: speaks,
    },
    ({ wait }, context) =>
      toolAnswer(place.logger, () =>
        inSession(place, async (project, session) => {
          const command = await whileWaiting(context, wait, words, (waiting) =>
            project.takeCommand(session, waiting),
          );
          return {
            status: command ? 'command' : 'none',
            command_id: command?.commandId ?? null,
            command: command?.command ?? null,
            requested_by: command?.requestedBy ?? null,
            created_at: command?.createdAt ?? null,
          };
        }),
      ),
  );
}
