// An enabled project whose user added a CLI of their own, "helper", and servers that can use it.

import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { McpClient, ServerStart } from './mcpClient';
import { useMcpProject, valueOf } from './mcpProject';
import { isRunning, until } from './until';

export interface Task {
  readonly task_id: string | null;
  readonly status: string;
  readonly cli_name: string | null;
  readonly session_id: string | null;
  readonly text: string;
  readonly is_cut: boolean;
  readonly problem: string | null;
  readonly log_file: string | null;
  readonly started_at: string | null;
  readonly ended_at: string | null;
}

export function useHelperAgents() {
  // Ahead of the hook that removes the folder with their pids.
  afterEach(() => {
    for (const pid of pids().flat()) {
      if (isRunning(pid)) {
        process.kill(pid, 'SIGKILL');
      }
    }
  });
  const project = useMcpProject();
  const { scratch } = project;
  const notes = (...parts: string[]) => scratch('notes', ...parts);
  const environment = () => {
    const script = path.resolve('out/test/support/processes/helperAgent.js');
    const helper = {
      title: 'Helper',
      command: process.execPath,
      headless: [script, notes()],
      start: ['--id={id}'],
      resume: ['--resume={id}'],
    };
    return { BATON_AGENTS: JSON.stringify({ helper }) };
  };
  /** Those of all that are told to wait, each with what it started. */
  const pids = (): number[][] =>
    existsSync(notes('pids'))
      ? readFileSync(notes('pids'), 'utf8')
          .trim()
          .split('\n')
          .map((line) => line.split(' ').map(Number))
      : [];
  return {
    ...project,
    create: () => {
      mkdirSync(notes(), { recursive: true });
      return project.create();
    },
    start: ({ env, ...more }: Partial<ServerStart> = {}) =>
      project.start({ ...more, env: { ...environment(), ...env } }),
    environment,
    /** The arguments of each call, the first one first. */
    calls: (): string[][] =>
      readdirSync(notes())
        .filter((name) => name.startsWith('call-'))
        .sort()
        .map((name) => JSON.parse(readFileSync(notes(name), 'utf8')) as string[]),
    pids,
    /** Until so many of them wait. */
    untilWaiting: async (count: number): Promise<number[]> => {
      await until(() => pids().length >= count);
      return pids().flat();
    },
    untilGone: (all: readonly number[]) => until(() => !all.some(isRunning)),
  };
}

export async function statusOf(client: McpClient, id: string | null): Promise<Task> {
  return valueOf<Task>(await client.call('get_task_status', { task_id: id ?? '' }));
}

/** How it is when it is over. */
export async function untilOver(client: McpClient, id: string | null): Promise<Task> {
  let task = await statusOf(client, id);
  while (task.status === 'waiting' || task.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 50));
    task = await statusOf(client, id);
  }
  return task;
}
