// `.claude/session-context.json`: what an agent knew, saved before it forgets.

import * as z from 'zod/mini';
import { timestamp } from './timestamp';

const strings = z.array(z.string());
const count = z.optional(z.number());

/** What an agent knew of one project. */
const parts = {
  goal: z.optional(
    z.looseObject({
      original_request: z.optional(z.string()),
      current_objective: z.optional(z.string()),
    }),
  ),
  progress: z.optional(
    z.looseObject({
      done: z.optional(strings),
      current: z.optional(strings),
      pending: z.optional(strings),
      /** How many there are beyond those that are listed. */
      left_out: z.optional(z.looseObject({ done: count, current: count, pending: count })),
    }),
  ),
  decisions: z.optional(
    z.array(
      z.looseObject({
        what: z.string(),
        why: z.optional(z.string()),
        rejected: z.optional(strings),
      }),
    ),
  ),
  discoveries: z.optional(
    z.array(
      z.looseObject({
        file: z.optional(z.nullable(z.string())),
        insight: z.string(),
        timestamp: z.optional(z.nullable(timestamp)),
      }),
    ),
  ),
  state: z.optional(
    z.looseObject({
      recent_files: z.optional(strings),
      blockers: z.optional(strings),
      errors: z.optional(strings),
    }),
  ),
};

export const sessionContextSchema = z.looseObject({
  meta: z.optional(
    z.looseObject({
      version: z.optional(z.string()),
      saved_at: z.optional(timestamp),
      session_id: z.optional(z.nullable(z.string())),
      project: z.optional(z.string()),
    }),
  ),
  ...parts,
  /**
   * Of a session that was started in another project, whose root `project` is: what it knew there.
   * Only the session itself gets it back.
   */
  elsewhere: z.optional(z.looseObject({ project: z.optional(z.string()), ...parts })),
});
export type SessionContext = z.infer<typeof sessionContextSchema>;
