// What is known about the work, for agents that read before they act: quoted data, never instructions.

import type { McpServer } from '@modelcontextprotocol/server';
import type { ToldPart } from '../core/context/tellAgent';
import { inEnabledProject } from './enabledProject';
import { protocolAnswer } from './protocolAnswer';
import type { ServerPlace } from './server';

interface ResourceText {
  readonly title: string;
  readonly description: string;
}

const resources: Readonly<Record<ToldPart, ResourceText>> = {
  state: {
    title: 'Session State',
    description:
      'Where the work stands: what is worked on, next steps, open blockers, and what the last conversation knew',
  },
  decisions: {
    title: 'Decisions',
    description: 'The decisions log, the newest first',
  },
  handover: {
    title: 'Handover',
    description: 'session.md: what whoever comes next has to know',
  },
};

const mimeType = 'text/markdown';

export function registerResources(server: McpServer, place: ServerPlace): void {
  for (const part of Object.keys(resources) as ToldPart[]) {
    server.registerResource(part, `baton://${part}`, { ...resources[part], mimeType }, (uri) =>
      protocolAnswer(place.logger, async () => {
        const text = await inEnabledProject(place, (project) => project.tellAgent(part));
        return { contents: [{ uri: uri.href, mimeType, text }] };
      }),
    );
  }
}
