// What the tools around agents share: how a task is asked for, followed and told.

import type { ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { AgentTask } from '../core/agents/taskFile';
import { inEnabledProject } from './enabledProject';
import { createProgress } from './progress';
import type { ServerPlace } from './server';

/** The longest that an agent may work on one answer, in seconds. */
const longestRun = 7_200;

const requestShape = {
  cli_name: z
    .string()
    .max(64)
    .optional()
    .describe('Which agent, as list_agents names it; left out, the one of the session'),
  message: z.string().min(1).max(2_000_000).describe('What to say to it'),
  session_id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{8,128}$/, 'has 8 to 128 letters, digits, "-" and "_"')
    .optional()
    .describe(
      'The conversation: the same id again goes on with it. Left out, a new one begins; its id is in the answer',
    ),
  resume: z
    .boolean()
    .optional()
    .describe('true: only go on with a known conversation; false: only begin a new one'),
  timeout: z
    .number()
    .min(1)
    .max(longestRun)
    .optional()
    .describe('Seconds after which it is ended; 1800 unless told'),
};

export const requestSchema = z.strictObject(requestShape);
export type AgentRequest = z.infer<typeof requestSchema>;

export const taskSchema = z.object({
  task_id: z.string().nullable().describe('For get_task_status; null where it was refused'),
  status: z
    .enum(['waiting', 'running', 'done', 'failed', 'cancelled', 'interrupted', 'refused'])
    .describe('interrupted: the server that ran it has ended'),
  cli_name: z.string().nullable(),
  session_id: z.string().nullable().describe('To go on with this conversation'),
  text: z.string().describe('What the agent said, so far'),
  is_cut: z.boolean().describe('Whether it said more than is kept; the log has all of it'),
  problem: z.string().nullable(),
  denied: z
    .array(z.string())
    .describe('Tools that it was not let use, because nobody can be asked'),
  log_file: z.string().nullable(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
});
export type TaskOutput = z.infer<typeof taskSchema>;

export function toTaskOutput(task: AgentTask): TaskOutput {
  return {
    task_id: task.id,
    status: task.state,
    cli_name: task.agent,
    session_id: task.session,
    text: task.text,
    is_cut: task.is_cut ?? false,
    problem: task.problem ?? null,
    denied: task.denied ?? [],
    log_file: task.log_file ?? null,
    started_at: task.started_at ?? null,
    ended_at: task.ended_at ?? null,
  };
}

/** Waits for the answer, unless somebody asks later. */
export async function runTask(
  place: ServerPlace,
  { cli_name: agent, session_id: session, message, resume, timeout }: AgentRequest,
  { isAsync, context }: { readonly isAsync: boolean; readonly context: ServerContext },
): Promise<TaskOutput> {
  const progress = createProgress(context);
  const request = {
    agent,
    message,
    session,
    resume,
    ...(timeout !== undefined && { timeoutMs: timeout * 1_000 }),
    // Nobody waits for the other kind, so nobody cancels it either.
    ...(!isAsync && { signal: context.mcpReq.signal, onOutput: progress.tell }),
  };
  try {
    return await inEnabledProject(place, async (project) => {
      const { task, done } = await project.startTask(request, place.pool);
      return toTaskOutput(isAsync ? task : await done);
    });
  } finally {
    progress.dispose();
  }
}
