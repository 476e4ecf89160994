// `dist/mcp.js`, started by `baton mcp`: serves MCP on stdin and stdout for the project of the current
// folder, until stdin ends. Stdout is protocol only; what is to be logged goes to stderr. Agents that it
// runs end with it.

import { constants, homedir } from 'node:os';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { withDepthAbove } from '../core/agents/agentEnvironment';
import { createTaskPool } from '../core/agents/taskPool';
import { redactedLogger } from '../core/detection/secrets/redactedLogger';
import { createLiveSession } from './liveSession';
import { createServer } from './server';

const print = (message: string) => {
  process.stderr.write(`baton mcp: ${message}\n`);
};
const logger = redactedLogger({ info: print, warn: print, error: print });
const pool = createTaskPool();
const facts = {
  cwd: process.cwd(),
  home: homedir(),
  env: withDepthAbove(process.env),
  logger,
  now: () => new Date(),
};
const live = createLiveSession(facts);
const place = { ...facts, pool, live };

const transport = new StdioServerTransport();
serveStdio(() => createServer(place), {
  transport,
  onerror: (error) => {
    logger.warn(error.message);
  },
});
const { onclose, onmessage } = transport;
transport.onmessage = (message) => {
  live.hear(message);
  onmessage?.(message);
};
// Whoever asked has gone: what was started for it ends, and then nothing keeps this process.
transport.onclose = () => {
  onclose?.();
  live.dispose();
  void pool.close();
};
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.once(signal, () => {
    void pool.close().finally(() => process.exit(128 + constants.signals[signal]));
  });
}
