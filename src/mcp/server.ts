// The MCP server: its tools, resources and prompt, without a transport. A tool parses its input, calls
// one core function and renders the result; none pushes, goes past a secret, or answers for the user.

import { McpServer } from '@modelcontextprotocol/server';
import type { TaskPool } from '../core/agents/taskPool';
import type { Logger } from '../core/support/logger';
import { version } from '../../package.json';
import type { LiveSession } from './liveSession';
import { registerResources } from './resources';
import { registerResumePrompt } from './resumePrompt';
import { registerAddAgent } from './tools/addAgent';
import { registerAddDecision } from './tools/addDecision';
import { registerAskUser } from './tools/askUser';
import { registerDraftHandover } from './tools/draftHandover';
import { registerGetTaskStatus } from './tools/getTaskStatus';
import { registerListAgents } from './tools/listAgents';
import { registerLoadSession } from './tools/loadSession';
import { registerNotifyUser } from './tools/notifyUser';
import { registerReportBlocker } from './tools/reportBlocker';
import { registerReportResult } from './tools/reportResult';
import { registerSaveContext } from './tools/saveContext';
import { registerSaveSession } from './tools/saveSession';
import { registerUseAgent } from './tools/useAgent';
import { registerUseAgents } from './tools/useAgents';
import { registerWaitForCommand } from './tools/waitForCommand';

/** What the server is lent by whoever starts it. */
export interface ServerPlace {
  /** Whose project the tools work on. */
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly logger: Logger;
  readonly now: () => Date;
  /** In which agents are run; whoever made it closes it. */
  readonly pool: TaskPool;
  /** The session that asks and tells. */
  readonly live: Pick<LiveSession, 'use'>;
}

export function createServer(place: ServerPlace): McpServer {
  const server = new McpServer({ name: 'baton', title: 'Baton', version });
  registerLoadSession(server, place);
  registerSaveSession(server, place);
  registerSaveContext(server, place);
  registerAddDecision(server, place);
  registerReportBlocker(server, place);
  registerDraftHandover(server, place);
  registerListAgents(server, place);
  registerUseAgent(server, place);
  registerUseAgents(server, place);
  registerGetTaskStatus(server, place);
  registerAddAgent(server, place);
  registerAskUser(server, place);
  registerNotifyUser(server, place);
  registerWaitForCommand(server, place);
  registerReportResult(server, place);
  registerResources(server, place);
  registerResumePrompt(server, place);
  return server;
}
