// The MCP server: its tools, without a transport. A tool parses its input, calls one core function
// and renders the result; none closes, recovers or runs anything.

import { McpServer } from '@modelcontextprotocol/server';
import type { Logger } from '../core/support/logger';
import { version } from '../../package.json';
import { registerReportBlocker } from './tools/reportBlocker';

/** What the server is lent by whoever starts it. */
export interface ServerPlace {
  /** Whose project the tools work on. */
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly logger: Logger;
  readonly now: () => Date;
}

export function createServer(place: ServerPlace): McpServer {
  const server = new McpServer({ name: 'baton', title: 'Baton', version });
  registerReportBlocker(server, place);
  return server;
}
