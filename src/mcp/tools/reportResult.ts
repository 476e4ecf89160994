// command_result: what came of work that wait_for_command gave.

import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { adds } from '../annotations';
import type { ServerPlace } from '../server';
import { toolAnswer } from '../toolAnswer';
import { inSession } from '../waitingTool';

const input = z.strictObject({
  command_id: z
    .string()
    .regex(/^cmd-\d{10,16}-[0-9a-f]{6}$/)
    .describe('What wait_for_command answered'),
  result: z.string().min(1).max(20_000).describe('What was done, or why it was not'),
});

const output = z.object({ command_id: z.string(), completed_at: z.string() });

export function registerReportResult(server: McpServer, place: ServerPlace): void {
  server.registerTool(
    'command_result',
    {
      title: 'Report Result',
      description:
        'Tell the user what came of a line of work that wait_for_command gave. Once for each.',
      inputSchema: input,
      outputSchema: output,
      annotations: adds,
    },
    ({ command_id: id, result }) =>
      toolAnswer(place.logger, () =>
        inSession(place, async (project, session) => {
          const { completedAt } = await project.finishCommand(session, id, result);
          return { command_id: id, completed_at: completedAt };
        }),
      ),
  );
}
