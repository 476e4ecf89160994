// What a project offers around agents and their sessions. Each action is loaded when it is asked for.

import type { Lender } from '../workplace';
import type { AddedAgent } from './addedAgent';
import type { Added, ProposedAgent } from './addedAgents';
import type { AgentLaunch, LaunchRequest } from './agentLaunch';
import type { AgentRunRequest } from './agentRun';
import type { StartedTask, TaskRequest } from './agentTask';
import type { DiscoveryOptions } from './discovery';
import type { InstalledAgent } from './installedAgents';
import type { AgentRunReport } from './runReport';
import type { SessionList } from './sessionList';
import type { AgentTask } from './taskFile';
import type { TaskPool } from './taskPool';
import type { SessionCheck, VerifyOptions } from './verifySession';

export interface AgentActions {
  /** The CLIs that can be used, installed or not. Writes only what it learned of their versions. */
  agents(): Promise<readonly InstalledAgent[]>;
  /** Registered or begun without Baton. Starts nothing; writes only what it has read, as a cache. */
  agentSessions(options?: DiscoveryOptions): Promise<SessionList>;
  /** Says something to an agent without a terminal. Starts a program. */
  runAgent(request: AgentRunRequest): Promise<AgentRunReport>;
  /** The same as a task that can be asked after, in its turn. */
  startTask(request: TaskRequest, pool: TaskPool): Promise<StartedTask>;
  /** How a task stands, whoever runs it. */
  taskStatus(id: string): Promise<AgentTask>;
  /** How to start an agent in a terminal; from now on its session is registered. */
  planLaunch(request: LaunchRequest): Promise<AgentLaunch>;
  /** Whether the session that was asked for came up. */
  verifySession(id: string, options?: VerifyOptions): Promise<SessionCheck>;
  /** From now on the registry has it, if it had not. */
  renameAgentSession(id: string, title: string): Promise<void>;
  /** Only the registry forgets it; an archive keeps the entry. */
  forgetAgentSession(id: string): Promise<void>;
  /** Anybody may; nothing runs it before a person confirms it. */
  proposeAgent(name: string, agent: unknown): Promise<ProposedAgent>;
  proposedAgents(): Promise<readonly ProposedAgent[]>;
  // Only where a person asks for it.
  /** Fails where it is no longer what was `shown`. */
  confirmAgent(name: string, shown?: AddedAgent): Promise<AddedAgent>;
  addAgent(name: string, agent: unknown): Promise<Added>;
  /** One that was added or proposed. */
  removeAgent(name: string): Promise<void>;
  /** `baton.agents` of the user's own settings, for the command line and the MCP server. */
  mirrorAgents(value: unknown): Promise<void>;
}

export function agentActions({ actQuietly, look }: Lender): AgentActions {
  return {
    agents: () =>
      look(async (place) => {
        const { agentsHere } = await import('./agentNamed');
        const { installedAgents } = await import('./installedAgents');
        return installedAgents(place, await agentsHere(place));
      }),
    agentSessions: (options) =>
      look(async (place) => (await import('./sessionList')).listSessions(place, options)),
    runAgent: (request) =>
      actQuietly(async (place) => (await import('./agentRun')).runAgent(place, request)),
    startTask: (request, pool) =>
      actQuietly(async (place) => (await import('./agentTask')).startTask(place, request, pool)),
    taskStatus: (id) => look(async (place) => (await import('./agentTask')).taskStatus(place, id)),
    planLaunch: (request) =>
      actQuietly(async (place) => (await import('./agentLaunch')).planLaunch(place, request)),
    verifySession: (id, options) =>
      actQuietly(async (place) =>
        (await import('./verifySession')).verifySession(place, id, options),
      ),
    renameAgentSession: (id, title) =>
      actQuietly(async (place) => (await import('./registryFile')).renameSession(place, id, title)),
    forgetAgentSession: (id) =>
      actQuietly(async (place) => (await import('./registryFile')).forgetSession(place, id)),
    proposeAgent: (name, agent) =>
      actQuietly(async (place) => (await import('./addedAgents')).proposeAgent(place, name, agent)),
    proposedAgents: () =>
      look(async (place) => (await import('./addedAgents')).proposedAgents(place)),
    confirmAgent: (name, shown) =>
      actQuietly(async (place) => (await import('./addedAgents')).confirmAgent(place, name, shown)),
    addAgent: (name, agent) =>
      actQuietly(async (place) => (await import('./addedAgents')).addAgent(place, name, agent)),
    removeAgent: (name) =>
      actQuietly(async (place) => (await import('./addedAgents')).removeAgent(place, name)),
    mirrorAgents: (value) =>
      actQuietly(async (place) =>
        (await import('../settings')).mirrorSetting(place, 'agents', value),
      ),
  };
}
