// What a project offers around agents and their sessions. Each action is loaded when it is asked for.

import type { Lender } from '../workplace';
import type { AgentRunRequest } from './agentRun';
import type { InstalledAgent } from './installedAgents';
import type { RegisteredSession } from './registryFile';
import type { AgentRunReport } from './runReport';

export interface AgentActions {
  /** The CLIs that can be used, installed or not. Writes only what it learned of their versions. */
  agents(): Promise<readonly InstalledAgent[]>;
  /** Says something to an agent without a terminal. Starts a program. */
  runAgent(request: AgentRunRequest): Promise<AgentRunReport>;
  /** What the registry knows, the last used first. */
  registeredSessions(): Promise<readonly RegisteredSession[]>;
  renameAgentSession(id: string, title: string): Promise<void>;
  /** Only the registry forgets it; an archive keeps the entry. */
  forgetAgentSession(id: string): Promise<void>;
}

export function agentActions({ actQuietly, look }: Lender): AgentActions {
  return {
    agents: () =>
      look(async (place) => {
        const { agentsHere } = await import('./agentNamed');
        const { installedAgents } = await import('./installedAgents');
        return installedAgents(place, await agentsHere());
      }),
    runAgent: (request) =>
      actQuietly(async (place) => (await import('./agentRun')).runAgent(place, request)),
    registeredSessions: () =>
      look(async (place) => (await import('./registryFile')).registeredSessions(place)),
    renameAgentSession: (id, title) =>
      actQuietly(async (place) => (await import('./registryFile')).renameSession(place, id, title)),
    forgetAgentSession: (id) =>
      actQuietly(async (place) => (await import('./registryFile')).forgetSession(place, id)),
  };
}
