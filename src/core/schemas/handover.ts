// What documents/ reads out of the Markdown and YAML of a handover folder.

import * as z from 'zod/mini';
import { knowledgeTags } from '../documents/knowledgeTags';
import { timestamp } from './timestamp';

/** One entry of decisions.md. Types beyond the eight occur in the wild: kept, and reported. */
export const decisionSchema = z.object({
  id: z.string().check(z.regex(/^D\d+$/)),
  at: timestamp,
  type: z.string(),
  summary: z.string(),
  context: z.optional(z.string()),
  decision: z.optional(z.string()),
  reason: z.optional(z.string()),
  impact: z.optional(z.string()),
  source: z.optional(z.string()),
  steeringRef: z.optional(z.string()),
  supersedes: z.optional(z.string()),
  /** 1-based line of its heading. */
  line: z.number(),
});
export type Decision = z.infer<typeof decisionSchema>;

export const handoverModes = ['auto-draft', 'polished'] as const;

/** session.md: headers, and the sections as written. */
export const sessionDocumentSchema = z.object({
  mode: z.enum(handoverModes),
  generated: z.nullable(z.string()),
  branch: z.nullable(z.string()),
  goal: z.nullable(z.string()),
  nextAction: z.nullable(z.string()),
  sections: z.array(
    z.object({ heading: z.string(), level: z.number(), line: z.number(), text: z.string() }),
  ),
});
export type SessionDocument = z.infer<typeof sessionDocumentSchema>;

/** buffer.md */
export const bufferDocumentSchema = z.object({
  updated: z.nullable(timestamp),
  knowledge: z.array(
    z.object({
      tag: z.enum(knowledgeTags),
      description: z.string(),
      source: z.optional(
        z.object({
          spec: z.string(),
          role: z.optional(z.string()),
          task: z.optional(z.string()),
        }),
      ),
    }),
  ),
  skillCandidates: z.array(
    z.object({ name: z.string(), specs: z.array(z.string()), occurrences: z.number() }),
  ),
});
export type BufferDocument = z.infer<typeof bufferDocumentSchema>;

/** spec.yaml, the truth about the pipeline. */
export const specSchema = z.looseObject({
  phase: z.optional(z.string()),
  blocked_info: z.optional(z.nullable(z.union([z.string(), z.looseObject({})]))),
  roadmap: z.optional(
    z.nullable(z.looseObject({ wave: z.optional(z.nullable(z.union([z.number(), z.string()]))) })),
  ),
  dependencies: z.optional(z.nullable(z.array(z.string()))),
});
export type Spec = z.infer<typeof specSchema>;
