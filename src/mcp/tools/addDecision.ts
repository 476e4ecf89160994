// decision_add: an agent writes down what was decided.

import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { NotedDecision } from '../../core/handover/decisionForAgent';
import { decisionTypes } from '../../core/documents/decisionTypes';
import { render } from '../../core/support/message';
import { adds } from '../annotations';
import { inEnabledProject } from '../enabledProject';
import type { ServerPlace } from '../server';
import { toolAnswer } from '../toolAnswer';

/** Baton itself marks where sessions begin and end. */
const types = decisionTypes.filter((type) => !type.startsWith('SESSION_'));

const input = z.strictObject({
  type: z.enum(types).describe('USER_DECISION where the user decided it'),
  summary: z.string().describe('What was decided, in one line'),
  context: z.string().optional().describe('What led to it'),
  decision: z.string().optional().describe('What was decided, at length'),
  reason: z.string().optional().describe('Why'),
  impact: z.string().optional().describe('What it changes'),
  source: z.string().optional().describe('Who or what asked for it'),
  steering_ref: z.string().optional().describe('The steering document that it departs from'),
  supersedes: z.string().optional().describe('The decision whose place it takes, such as D12'),
});

const output = z.object({
  id: z
    .string()
    .nullable()
    .describe(
      'Its number, such as D12; null while somebody else writes: then it follows by itself',
    ),
  type: z.string(),
  summary: z.string().describe('As it was written: one line, shortened, without secrets'),
  warnings: z.array(z.string()).describe('What the log expects and this does not say'),
});

export function registerAddDecision(server: McpServer, place: ServerPlace): void {
  server.registerTool(
    'decision_add',
    {
      title: 'Add Decision',
      description:
        'Write a decision into the decisions log of this project, with the next number. The log only grows: what is wrong is superseded by another decision, never changed.',
      inputSchema: input,
      outputSchema: output,
      // The same words again are another entry.
      annotations: adds,
    },
    ({ steering_ref: steeringRef, source = 'agent', ...decision }) =>
      toolAnswer(place.logger, () =>
        inEnabledProject(place, async (project) =>
          toOutput(await project.addDecisionForAgent({ ...decision, source, steeringRef })),
        ),
      ),
  );
}

function toOutput({ id, decision: { type, summary }, gaps }: NotedDecision) {
  return { id: id ?? null, type, summary, warnings: gaps ? [render(gaps)] : [] };
}
