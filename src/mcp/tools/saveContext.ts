// context_save: what a conversation knows is saved before it is forgotten.

import {
  CLIENT_INFO_META_KEY,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { SavedContext } from '../../core/context/saveContext';
import { toldLine } from '../../core/context/toldLine';
import { recordOf, textOf } from '../../core/transcript/lineValues';
import { agentNames } from '../../core/transcript/transcriptEvent';
import { settles } from '../annotations';
import { inEnabledProject } from '../enabledProject';
import type { ServerPlace } from '../server';
import { toolAnswer } from '../toolAnswer';

const input = z.strictObject({
  agent: z
    .enum(agentNames)
    .optional()
    .describe('Whose conversation it is; left out, that of the client that asks'),
  session_id: z
    .string()
    .max(128)
    .optional()
    .describe("The agent's own id of the conversation; left out, its latest one in this project"),
});

const output = z.object({
  session_id: z.string().describe("The agent's own id of the conversation"),
  objective: z.string().nullable(),
  done: z.number(),
  current: z.number(),
  pending: z.number(),
  decisions: z.number(),
  discoveries: z.number(),
  recent_files: z.number(),
});

export function registerSaveContext(server: McpServer, place: ServerPlace): void {
  server.registerTool(
    'context_save',
    {
      title: 'Save Context',
      description:
        'Save what this conversation knows (goal, progress, decisions, discoveries, files, errors) from its own transcript, so that it survives a compaction. Hooks do it by themselves where they are installed.',
      inputSchema: input,
      outputSchema: output,
      annotations: settles,
    },
    ({ agent, session_id: session }, context) =>
      toolAnswer(place.logger, () =>
        inEnabledProject(place, async (project) =>
          toOutput(
            await project.saveContext({ agent: agent ?? callingAgent(server, context), session }),
          ),
        ),
      ),
  );
}

/** By the name of the client: newer ones say it in every request, others once. */
function callingAgent({ server }: McpServer, { mcpReq: { envelope } }: ServerContext) {
  const told = recordOf(recordOf(envelope)[CLIENT_INFO_META_KEY]).name;
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no other way for the others
  const client = textOf(told) ?? server.getClientVersion()?.name ?? '';
  return agentNames.find((name) => client.toLowerCase().includes(name));
}

function toOutput({ session, context }: SavedContext) {
  const { goal, progress, decisions, discoveries, state } = context;
  const objective = goal?.current_objective ?? goal?.original_request;
  return {
    session_id: session,
    objective: objective === undefined ? null : toldLine(objective),
    done: progress?.done?.length ?? 0,
    current: progress?.current?.length ?? 0,
    pending: progress?.pending?.length ?? 0,
    decisions: decisions?.length ?? 0,
    discoveries: discoveries?.length ?? 0,
    recent_files: state?.recent_files?.length ?? 0,
  };
}
