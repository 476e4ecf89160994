// list_agents: which agents can be asked here.

import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { tooOldFor } from '../../core/agents/firstVersions';
import type { InstalledAgent } from '../../core/agents/installedAgents';
import { render } from '../../core/support/message';
import { looks } from '../annotations';
import { inEnabledProject } from '../enabledProject';
import type { ServerPlace } from '../server';
import { toolAnswer } from '../toolAnswer';

const output = z.object({
  agents: z.array(
    z.object({
      cli_name: z.string().describe('For use_agent'),
      title: z.string(),
      installed: z.boolean(),
      version: z.string().nullable(),
      usable: z.boolean().describe('Whether use_agent can start it'),
      resumes: z.boolean().describe('Whether any conversation can go on, not only the last one'),
      too_old: z
        .string()
        .nullable()
        .describe('What its version is too old for, and what the user can do about it'),
    }),
  ),
});

export function registerListAgents(server: McpServer, place: ServerPlace): void {
  server.registerTool(
    'list_agents',
    {
      title: 'List Agents',
      description:
        'Which coding agents use_agent can start on this machine: those that Baton knows and those that the user added.',
      inputSchema: z.strictObject({}),
      outputSchema: output,
      annotations: looks,
    },
    () =>
      toolAnswer(place.logger, () =>
        inEnabledProject(place, async (project) => ({
          agents: (await project.agents()).map(toOutput),
        })),
      ),
  );
}

function toOutput(agent: InstalledAgent) {
  const { strategy, command, version, support } = agent;
  const lacks = tooOldFor(agent);
  const installed = command.length > 0;
  return {
    cli_name: strategy.name,
    title: strategy.title,
    installed,
    version: version ?? null,
    usable: installed && support.headless,
    resumes: support.resumeById,
    too_old: lacks ? render(lacks) : null,
  };
}
