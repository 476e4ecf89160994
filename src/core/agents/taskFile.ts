// What is kept of a task that an agent was given, in a file of the user's own: written by the process
// that runs it, so that any other can say how it stands, also after that one has gone.

import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { ofProject } from '../dataFolder';
import { readText } from '../context/readFiles';
import { writeFileAtomic } from '../stores/atomicFile';
import { UserError } from '../support/errors';
import { msg } from '../support/message';

export const taskStates = [
  'waiting',
  'running',
  'done',
  'failed',
  'cancelled',
  /** The process that ran it has gone. */
  'interrupted',
] as const;

const identitySchema = z.object({
  pid: z.number(),
  host: z.string(),
  bootId: z.optional(z.string()),
  startTime: z.optional(z.number()),
});

const taskSchema = z.looseObject({
  id: z.string(),
  state: z.enum(taskStates),
  agent: z.string(),
  /** Ours. */
  session: z.nullable(z.string()),
  created_at: z.string(),
  started_at: z.optional(z.string()),
  ended_at: z.optional(z.string()),
  log_file: z.optional(z.string()),
  /** What the agent has said so far, without secrets. */
  text: z.string(),
  is_cut: z.optional(z.boolean()),
  /** Why there is no answer, or what else should be known of it. */
  problem: z.optional(z.string()),
  denied: z.optional(z.array(z.string())),
  /** Who runs it. */
  runner: identitySchema,
  /** The agent's own program. */
  process: z.optional(identitySchema),
});
export type AgentTask = z.infer<typeof taskSchema>;

export function isOver({ state }: AgentTask): boolean {
  return state !== 'waiting' && state !== 'running';
}

const idPattern = /^task-\d{13}-[0-9a-f]{6}$/;
const mostTasks = 200;

export interface TaskPlace {
  readonly dataFolder: string;
  readonly now: () => Date;
}

export function newTaskId({ now }: TaskPlace): string {
  return `task-${now().getTime()}-${randomBytes(3).toString('hex')}`;
}

export async function writeTask(place: TaskPlace, repo: string, task: AgentTask): Promise<void> {
  const folder = tasksFolder(place, repo);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const text = JSON.stringify(task, undefined, 2);
  await writeFileAtomic(path.join(folder, `${task.id}.json`), `${text}\n`);
}

export function readTask(place: TaskPlace, repo: string | undefined, id: string): AgentTask {
  const isId = idPattern.test(id) && repo !== undefined;
  const task = isId ? taskIn(tasksFolder(place, repo), `${id}.json`) : undefined;
  if (!task) {
    throw new UserError(
      'no-task',
      msg(
        'There is no task {0} in this project. Its id is what use_agent answered; only the latest {1} are kept.',
        JSON.stringify(id.slice(0, 80)),
        mostTasks,
      ),
    );
  }
  return task;
}

/** Those that are not over; what cannot be read is no task. */
export function openTasks(place: TaskPlace, repo: string): AgentTask[] {
  const folder = tasksFolder(place, repo);
  return taskNames(folder).flatMap((name) => {
    const task = taskIn(folder, name);
    return task && !isOver(task) ? [task] : [];
  });
}

/** Their names sort by time. */
export function forgetOldTasks(place: TaskPlace, repo: string): void {
  const folder = tasksFolder(place, repo);
  for (const name of taskNames(folder).slice(0, -mostTasks)) {
    rmSync(path.join(folder, name), { force: true });
  }
}

function tasksFolder({ dataFolder }: TaskPlace, repo: string): string {
  return path.join(dataFolder, ofProject(repo, 'agent-tasks'));
}

function taskNames(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => idPattern.test(path.basename(name, '.json')) && name.endsWith('.json'))
      .sort();
  } catch {
    return [];
  }
}

function taskIn(folder: string, name: string): AgentTask | undefined {
  try {
    const json: unknown = JSON.parse(readText(path.join(folder, name), folder) ?? '');
    return taskSchema.safeParse(json).data;
  } catch {
    return undefined;
  }
}
