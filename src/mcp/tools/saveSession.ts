// session_save: an agent saves where its work stands, on this machine only.

import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { SaveReport } from '../../core/save/save';
import { render } from '../../core/support/message';
import { adds } from '../annotations';
import { inEnabledProject } from '../enabledProject';
import type { ServerPlace } from '../server';
import { toolAnswer } from '../toolAnswer';

const words = z.string().max(2_000);

const input = z.strictObject({
  context: words
    .optional()
    .describe('A few words for the checkpoint commit; left out, what is worked on'),
  working_on: words
    .optional()
    .describe('What is worked on, in one line; left out, what was saved stays'),
  next_steps: z
    .array(words)
    .max(20)
    .optional()
    .describe(
      'What to do next, each concrete enough to begin with; left out, what was saved stays',
    ),
  progress: z
    .strictObject({ completed: z.int().min(0), total: z.int().min(0) })
    .refine(({ completed, total }) => completed <= total, 'completed is more than total')
    .optional()
    .describe('How many tasks are done, where no OpenSpec change says it'),
  openspec: words.optional().describe('The id of the OpenSpec change that is worked on'),
  untracked: z
    .boolean()
    .optional()
    .describe('Whether new files go into the checkpoint, too; else they are only named'),
});

const output = z.object({
  commit: z.string().nullable().describe('The checkpoint; null where there was nothing to commit'),
  subject: z.string().nullable(),
  files: z.number().describe('How many files the checkpoint holds'),
  branch: z.string().nullable(),
  working_on: z.string(),
  next_steps: z.array(z.string()),
  warnings: z.array(z.string()).describe('What the user should know, such as files left out'),
});

export function registerSaveSession(server: McpServer, place: ServerPlace): void {
  server.registerTool(
    'session_save',
    {
      title: 'Save Session',
      description:
        'Save where the work stands: commit what is modified as a local checkpoint and write the session state, which session_load proves later. Nothing is pushed, and it stops where something looks like a secret.',
      inputSchema: input,
      outputSchema: output,
      // What changed in between becomes another checkpoint.
      annotations: adds,
    },
    ({ working_on: workingOn, next_steps: nextSteps, ...rest }, { mcpReq: { signal } }) =>
      toolAnswer(place.logger, () =>
        inEnabledProject(place, async (project) =>
          toOutput(await project.saveForAgent({ ...rest, workingOn, nextSteps, signal })),
        ),
      ),
  );
}

function toOutput({ commit, subject, fileCount, state, warnings }: SaveReport) {
  return {
    commit,
    subject,
    files: fileCount,
    branch: state.git_branch ?? null,
    working_on: state.working_on ?? '',
    next_steps: state.next_steps ?? [],
    warnings: warnings.map(({ message }) => render(message)),
  };
}
