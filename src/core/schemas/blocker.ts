// What stands in the way of the work: one shape in session-state.json and in state/blockers.json.

import * as z from 'zod/mini';
import { timestamp } from './timestamp';

export const blockerTypes = [
  'build_error',
  'test_failure',
  'dependency',
  'design_issue',
  'review_blocked',
  'ci_failure',
  'merge_conflict',
  'other',
] as const;

export const blockerSeverities = ['critical', 'high', 'medium', 'low'] as const;

/** How it was noticed. */
export const evidenceSchema = z.looseObject({
  command: z.optional(z.nullable(z.string())),
  /** Where the command ran, relative to the project; left out where that is its root. */
  cwd: z.optional(z.nullable(z.string())),
  line: z.optional(z.nullable(z.string())),
  exit_code: z.optional(z.nullable(z.number())),
  source: z.optional(z.nullable(z.string())),
  /** The place in the code that the output names. */
  file: z.optional(z.nullable(z.string())),
  file_line: z.optional(z.nullable(z.number())),
  /** Of the agent that said it. */
  session: z.optional(z.nullable(z.string())),
  /** Of CI. */
  workflow: z.optional(z.nullable(z.string())),
});

/** All optional: a blocker with a misspelt type must still be seen. */
export const blockerSchema = z.looseObject({
  id: z.optional(z.string()),
  type: z.optional(z.enum(blockerTypes)),
  severity: z.optional(z.enum(blockerSeverities)),
  description: z.optional(z.string()),
  error_pattern: z.optional(z.nullable(z.string())),
  resolution: z.optional(z.nullable(z.string())),
  appeared_after: z.optional(z.nullable(z.string())),
  detected_at: z.optional(z.nullable(timestamp)),
  auto_detected: z.optional(z.boolean()),
  recovery_agent: z.optional(z.nullable(z.string())),
  recovery_attempted: z.optional(z.number()),
  max_recovery_attempts: z.optional(z.number()),
  evidence: z.optional(z.nullable(evidenceSchema)),
  /** Which command it is about, however that is written; the same one closes it. */
  command_key: z.optional(z.nullable(z.string())),
  /** How often it was seen, and when last. */
  count: z.optional(z.number()),
  last_seen_at: z.optional(z.nullable(timestamp)),
  /** When the user was told of it in a notification; once is enough. */
  notified_at: z.optional(z.nullable(timestamp)),
  /** What the last attempt to recover came to. */
  recovery_outcome: z.optional(z.nullable(z.string())),
  /** The fields that a person has put right: what is seen later does not change them. */
  edited: z.optional(z.array(z.string())),
});
export type Blocker = z.infer<typeof blockerSchema>;

export const closedBlockerSchema = z.extend(blockerSchema, {
  closed_at: z.optional(timestamp),
  /** What closed it: "npm test passed", "solved by the user". */
  closed_by: z.optional(z.string()),
  stood_seconds: z.optional(z.number()),
});
export type ClosedBlocker = z.infer<typeof closedBlockerSchema>;

/** `.claude/state/blockers.json` */
export const blockersFileSchema = z.looseObject({
  version: z.optional(z.number()),
  open: z.optional(z.array(blockerSchema)),
  closed: z.optional(z.array(closedBlockerSchema)),
});
export type BlockersFile = z.infer<typeof blockersFileSchema>;
