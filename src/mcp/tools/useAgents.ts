// use_agents: several agents at once, each with its own message.

import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { delegates } from '../annotations';
import {
  type AgentRequest,
  requestSchema,
  runTask,
  type TaskOutput,
  taskSchema,
} from '../agentTasks';
import type { ServerPlace } from '../server';
import { sentenceAbout, toolAnswer } from '../toolAnswer';

const most = 8;

const input = z.strictObject({
  tasks: z.array(requestSchema).min(1).max(most),
  run_async: z
    .boolean()
    .optional()
    .describe('Answer at once with task_ids, and let get_task_status tell how they go'),
});

const output = z.object({
  tasks: z.array(taskSchema).describe('In the order in which they were asked for'),
});

export function registerUseAgents(server: McpServer, place: ServerPlace): void {
  server.registerTool(
    'use_agents',
    {
      title: 'Use Agents',
      description:
        'Say something to several coding agents at once, as use_agent does to one, and get all answers. What one of them cannot do is told in its place, and keeps nobody else from answering.',
      inputSchema: input,
      outputSchema: output,
      annotations: delegates,
    },
    ({ tasks, run_async: isAsync = false }, context) =>
      toolAnswer(place.logger, async () => {
        const answers = await Promise.allSettled(
          tasks.map((request) => runTask(place, request, { isAsync, context })),
        );
        const [first] = answers;
        if (first?.status === 'rejected' && answers.every(({ status }) => status === 'rejected')) {
          throw first.reason;
        }
        return {
          tasks: answers.map((answer, index) =>
            answer.status === 'fulfilled'
              ? answer.value
              : refused(tasks[index], sentenceAbout(answer.reason, place.logger)),
          ),
        };
      }),
  );
}

function refused(request: AgentRequest | undefined, problem: string): TaskOutput {
  return {
    task_id: null,
    status: 'refused',
    cli_name: request?.cli_name ?? null,
    session_id: request?.session_id ?? null,
    text: '',
    is_cut: false,
    problem,
    denied: [],
    log_file: null,
    started_at: null,
    ended_at: null,
  };
}
