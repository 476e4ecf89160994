// context_save: what a conversation knows is saved before it is forgotten.

import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { SavedContext } from '../../core/context/saveContext';
import { toldLine } from '../../core/context/toldLine';
import { agentNames } from '../../core/transcript/transcriptEvent';
import { inEnabledProject } from '../enabledProject';
import type { ServerPlace } from '../server';
import { toolAnswer } from '../toolAnswer';

const input = z.strictObject({
  agent: z.enum(agentNames).optional().describe('Whose conversation it is'),
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
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    },
    ({ agent }) =>
      toolAnswer(place.logger, () =>
        inEnabledProject(place, async (project) => toOutput(await project.saveContext({ agent }))),
      ),
  );
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
