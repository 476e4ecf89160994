// handover_draft: an agent renews session.md after a piece of work.

import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { toldLine } from '../../core/context/toldLine';
import { type DraftReport, draftTriggers } from '../../core/handover/handoverReports';
import { settles } from '../annotations';
import { inEnabledProject } from '../enabledProject';
import type { ServerPlace } from '../server';
import { toolAnswer } from '../toolAnswer';

const input = z.strictObject({
  trigger: z.enum(draftTriggers).describe('What was done; stop where the work only pauses'),
  next: z
    .string()
    .max(5_000)
    .optional()
    .describe('The immediate next action; left out, the specs or the saved session say it'),
  accomplished: z
    .array(z.string().max(2_000))
    .max(50)
    .optional()
    .describe('What was accomplished, one line each'),
});

const output = z.object({
  path: z.string(),
  archive: z
    .string()
    .nullable()
    .describe('Where the one that a person had polished went, if there was one'),
  carried: z.array(z.string()).describe('Sections whose words were carried forward'),
  conflicts: z
    .array(
      z.object({
        section: z.string(),
        line: z.number(),
        kept: z.string(),
        not_written: z.string(),
      }),
    )
    .describe("Where a person's words were kept: tell the user"),
});

export function registerDraftHandover(server: McpServer, place: ServerPlace): void {
  server.registerTool(
    'handover_draft',
    {
      title: 'Draft Handover',
      description:
        'Renew the handover (session.md) after a piece of work, so that whoever comes next can go on. What people wrote stays; polishing it is theirs.',
      inputSchema: input,
      outputSchema: output,
      // A polished one is archived first, and words of people win.
      annotations: settles,
    },
    (request) =>
      toolAnswer(place.logger, () =>
        inEnabledProject(place, async (project) => toOutput(await project.draft(request))),
      ),
  );
}

function toOutput({ path, archive, carried, conflicts }: DraftReport) {
  return {
    path,
    archive: archive ?? null,
    carried: [...carried],
    conflicts: conflicts.map(({ section, line, kept, notWritten }) => ({
      section,
      line,
      kept: toldLine(kept),
      not_written: toldLine(notWritten),
    })),
  };
}
