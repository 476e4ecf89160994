// `.claude/state/deliveries.json`: what was put into which agent session, and whether it arrived.

import * as z from 'zod/mini';
import { timestamp } from './timestamp';

export const deliverySchema = z.looseObject({
  /** Stands at the beginning of what was injected. */
  id: z.string(),
  session_id: z.string(),
  agent: z.string(),
  /** `SessionStart`, or `UserPromptSubmit` for what an unnoticed compaction had taken. */
  event: z.string(),
  /** startup, resume, clear, compact, fork. */
  source: z.string(),
  at: timestamp,
  characters: z.number(),
  /** What there was no room for, and where it is. */
  left_out: z.optional(z.readonly(z.array(z.string()))),
  /** `injected` until the transcript is looked at. */
  status: z.enum(['injected', 'arrived', 'missing', 'failed']),
  arrived_at: z.optional(timestamp),
  /** What went wrong, in a sentence; of what is `injected`, why nobody will ever see that it arrived. */
  problem: z.optional(z.string()),
});
export type Delivery = z.infer<typeof deliverySchema>;

export const deliveriesFileSchema = z.looseObject({
  version: z.optional(z.number()),
  /** The newest last. */
  deliveries: z.optional(z.array(deliverySchema)),
});
export type DeliveriesFile = z.infer<typeof deliveriesFileSchema>;
