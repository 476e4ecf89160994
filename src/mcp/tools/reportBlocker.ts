// blocker_report: an agent says what stands in its way.

import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { Blocker } from '../../core/schemas/blocker';
import { blockerSeverities, blockerTypes } from '../../core/schemas/blocker';
import { adds } from '../annotations';
import { inEnabledProject } from '../enabledProject';
import type { ServerPlace } from '../server';
import { toolAnswer } from '../toolAnswer';

const input = z.strictObject({
  type: z.enum(blockerTypes).describe('What kind of thing blocks the work'),
  severity: z
    .enum(blockerSeverities)
    .optional()
    .describe('How much it holds up; left out, the type decides'),
  description: z
    .string()
    .describe('What blocks the work, in one line; the same words again count up'),
  resolution: z.string().optional().describe('What would solve it, if that is known'),
  appeared_after: z.string().optional().describe('What was done right before it appeared'),
});

const output = z.object({
  id: z.string(),
  type: z.enum(blockerTypes),
  // A blocker that stood already may have been written by hand.
  severity: z.enum(blockerSeverities).optional(),
  description: z.string().describe('As it was written: one line, shortened, without secrets'),
  count: z.number().describe('How often it was reported'),
});

export function registerReportBlocker(server: McpServer, place: ServerPlace): void {
  server.registerTool(
    'blocker_report',
    {
      title: 'Report Blocker',
      description:
        'Tell the user what blocks the work in this project and cannot be solved now. It only writes the blocker down: nothing is run, and only the user closes it.',
      inputSchema: input,
      outputSchema: output,
      // The same report again counts up.
      annotations: adds,
    },
    ({ appeared_after: appearedAfter, ...report }) =>
      toolAnswer(place.logger, () =>
        inEnabledProject(place, async (project) =>
          toOutput(await project.reportBlocker({ ...report, appearedAfter, source: 'mcp' })),
        ),
      ),
  );
}

function toOutput({ id, type, severity, description, count }: Blocker) {
  return { id, type, severity, description, count };
}
