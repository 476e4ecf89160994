// `.claude/state/registry.json`: one session id of ours, mapped to each CLI's own way to resume.

import * as z from 'zod/mini';
import { timestamp } from './timestamp';

export const sessionIdPattern = /^[A-Za-z0-9_-]{8,128}$/;

export const registryEntrySchema = z.looseObject({
  cli_name: z.string(),
  /** `latest` or `last` only for a CLI that takes no id. */
  cli_session_id: z.nullable(z.string()),
  created_at: timestamp,
  last_used: timestamp,
  request_count: z.number(),
  cwd: z.optional(z.nullable(z.string())),
  repo: z.optional(z.nullable(z.string())),
  title: z.optional(z.nullable(z.string())),
  /** It was, once: without a transcript, what was said has gone. */
  answered: z.optional(z.boolean()),
});
export type RegistryEntry = z.infer<typeof registryEntrySchema>;

export const registrySchema = z.record(
  z.string().check(z.regex(sessionIdPattern)),
  registryEntrySchema,
);
export type Registry = z.infer<typeof registrySchema>;
