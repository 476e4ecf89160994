// add_agent: an agent proposes a CLI. Nothing runs it before a person confirms it.

import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { ProposedAgent } from '../../core/agents/addedAgents';
import { settles } from '../annotations';
import { inEnabledProject } from '../enabledProject';
import type { ServerPlace } from '../server';
import { toolAnswer } from '../toolAnswer';

const template = z.array(z.string().max(1_000)).max(50).optional();

const input = z.strictObject({
  name: z.string().max(64).describe('In small letters; use_agent knows it by this name'),
  title: z.string().max(60).optional(),
  command: z
    .string()
    .max(500)
    .describe('A program on the PATH, or its whole path; no shell reads it'),
  start: template.describe('Arguments of a new conversation, with {id} where it takes one'),
  resume: template.describe('Arguments to go on with one, with {id}'),
  fork: template.describe('Arguments to go on with a copy of one, with {id}'),
  headless: template.describe(
    'Arguments to run it without a terminal; the message comes on stdin, or as {prompt}',
  ),
});

const output = z.object({
  name: z.string(),
  status: z.literal('proposed'),
  confirm: z.string().describe('What the user runs in their own terminal to confirm it'),
});

export function registerAddAgent(server: McpServer, place: ServerPlace): void {
  server.registerTool(
    'add_agent',
    {
      title: 'Add Agent',
      description:
        'Propose a CLI that use_agent does not know yet. It is only written down: the user sees the command and its arguments, and nothing runs it before they confirm it themselves.',
      inputSchema: input,
      outputSchema: output,
      annotations: settles,
    },
    ({ name, ...agent }) =>
      toolAnswer(place.logger, () =>
        inEnabledProject(place, async (project) =>
          toOutput(await project.proposeAgent(name, agent)),
        ),
      ),
  );
}

function toOutput({ name }: ProposedAgent) {
  return { name, status: 'proposed' as const, confirm: `baton agent confirm ${name}` };
}
