// The prompt `resume`: a person has an agent go on where the work stands.

import type { McpServer } from '@modelcontextprotocol/server';
import { inEnabledProject } from './enabledProject';
import { protocolAnswer } from './protocolAnswer';
import type { ServerPlace } from './server';

const instructions = `Go on with the work in this project, from where it stands.

1. Say in two or three lines what was done, what is left open, and whether the repository still matches.
2. The warnings and steering exceptions of the handover hold from now on. Read the files that it names, as
   far as the next step needs them.
3. Go on with the immediate next action, else with the first next step. If an open blocker is in its way,
   work on the blocker first. Where nothing says what comes next, ask.

Stop and ask at SESSION RECOVERY FAILED, or when going on would change or discard work that is not
committed. Answer in the language of this conversation.`;

export function registerResumePrompt(server: McpServer, place: ServerPlace): void {
  server.registerPrompt(
    'resume',
    {
      title: 'Resume',
      description: 'Go on with the work of this project from where it stands',
    },
    () =>
      protocolAnswer(place.logger, async () => {
        const { text } = await inEnabledProject(place, (project) =>
          project.startForAgent('prompt resume'),
        );
        const content = { type: 'text' as const, text: `${instructions}\n\n${text}` };
        return { messages: [{ role: 'user' as const, content }] };
      }),
  );
}
