// use_agent: an agent asks another one, and keeps the conversation by its session id.

import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { delegates } from '../annotations';
import { requestSchema, runTask, type TaskOutput, taskSchema } from '../agentTasks';
import type { ServerPlace } from '../server';
import { toolAnswer } from '../toolAnswer';

const input = requestSchema.extend({
  run_async: z
    .boolean()
    .optional()
    .describe('Answer at once with a task_id, and let get_task_status tell how it goes'),
});

export function registerUseAgent(server: McpServer, place: ServerPlace): void {
  server.registerTool(
    'use_agent',
    {
      title: 'Use Agent',
      description:
        'Say something to another coding agent (Claude Code, Codex, Gemini CLI, Qwen Code, or one that the user added) in this project and get its answer. It works without a terminal, with the permissions that the user gave it and no others. An agent that was asked this way may ask one more, which may ask none.',
      inputSchema: input,
      outputSchema: taskSchema,
      annotations: delegates,
    },
    ({ run_async: isAsync = false, ...request }, context) =>
      toolAnswer(place.logger, async () =>
        answered(await runTask(place, request, { isAsync, context })),
      ),
  );
}

/** Without an answer it is an error, which says what there is. */
function answered(task: TaskOutput): TaskOutput {
  const { status, problem, session_id: session, log_file: log, text } = task;
  if (['waiting', 'running', 'done'].includes(status)) {
    return task;
  }
  const about = `session_id: ${session ?? '-'}, log: ${log ?? '-'}`;
  const said = text === '' ? '' : `What it had said until then:\n${text}`;
  throw new UserError('no-answer', msg('{0} ({1})', problem ?? status, about), said);
}
