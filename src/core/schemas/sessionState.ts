// `.claude/session-state.json`: where the work stands. The files of others are read leniently
// (schemas/lenient.ts), so every field is optional here; what must be there is listed beside it.

import * as z from 'zod/mini';
import { blockerSchema } from './blocker';
import { timestamp } from './timestamp';

export const saveModes = ['quick', 'sync', 'full'] as const;

export const taskProgressSchema = z.looseObject({
  completed: z.number(),
  total: z.number(),
  percentage: z.number(),
});
export type TaskProgress = z.infer<typeof taskProgressSchema>;

const strings = z.array(z.string());

export const sessionStateSchema = z.looseObject({
  mode: z.optional(z.enum(saveModes)),
  saved_at: z.optional(timestamp),
  git_branch: z.optional(z.nullable(z.string())),
  git_commit: z.optional(z.nullable(z.string())),
  git_pushed: z.optional(z.boolean()),
  openspec: z.optional(z.nullable(z.string())),
  openspec_status: z.optional(z.nullable(z.string())),
  working_on: z.optional(z.string()),
  next_steps: z.optional(strings),
  blocker: z.optional(z.nullable(blockerSchema)),
  blockers: z.optional(z.array(blockerSchema)),
  completed_tasks: z.optional(strings),
  pending_tasks: z.optional(strings),
  task_progress: z.optional(z.nullable(taskProgressSchema)),
  modified_files: z.optional(strings),
  saved_by: z.optional(z.nullable(z.string())),
});
export type SessionState = z.infer<typeof sessionStateSchema>;

/** A state without these cannot be loaded. */
export const requiredToLoad = ['mode', 'saved_at', 'git_branch', 'openspec'] as const;

/** What every save writes. */
export const requiredToSave = [
  ...requiredToLoad,
  'git_commit',
  'git_pushed',
  'openspec_status',
  'working_on',
  'next_steps',
] as const;
