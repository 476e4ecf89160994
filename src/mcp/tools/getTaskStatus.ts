// get_task_status: how a task stands that use_agent was given.

import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { looks } from '../annotations';
import { taskSchema, toTaskOutput } from '../agentTasks';
import { inEnabledProject } from '../enabledProject';
import type { ServerPlace } from '../server';
import { toolAnswer } from '../toolAnswer';

const input = z.strictObject({
  task_id: z.string().max(100).describe('What use_agent or use_agents answered'),
});

export function registerGetTaskStatus(server: McpServer, place: ServerPlace): void {
  server.registerTool(
    'get_task_status',
    {
      title: 'Get Task Status',
      description:
        'How a task stands that another agent was given with run_async: what it has said so far, its answer when it is done, and where its log is. Also after the server was started anew.',
      inputSchema: input,
      outputSchema: taskSchema,
      annotations: looks,
    },
    ({ task_id: id }) =>
      toolAnswer(place.logger, () =>
        inEnabledProject(place, async (project) => toTaskOutput(await project.taskStatus(id))),
      ),
  );
}
