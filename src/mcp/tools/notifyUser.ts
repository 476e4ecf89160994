// notify_user: an agent tells its user something that needs no answer.

import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { adds } from '../annotations';
import type { ServerPlace } from '../server';
import { toolAnswer } from '../toolAnswer';
import { inSession } from '../waitingTool';

const input = z.strictObject({
  message: z.string().min(1).max(4_000).describe('What to tell, in a sentence or two'),
  level: z.enum(['info', 'warning', 'error']).optional().describe('info unless told'),
});

const output = z.object({ notification_id: z.string(), created_at: z.string() });

export function registerNotifyUser(server: McpServer, place: ServerPlace): void {
  server.registerTool(
    'notify_user',
    {
      title: 'Notify User',
      description:
        'Tell the user something in VS Code that needs no answer: that a long piece of work is done, or that something looks wrong. Use it rarely.',
      inputSchema: input,
      outputSchema: output,
      annotations: adds,
    },
    ({ message, level = 'info' }) =>
      toolAnswer(place.logger, () =>
        inSession(place, async (project, session) => {
          const told = await project.notifyUser(session, { message, level });
          return { notification_id: told.notificationId, created_at: told.createdAt };
        }),
      ),
  );
}
