// `dist/mcp.js`, also started by `baton mcp`: serves MCP on stdin and stdout for the project of the
// current folder, until stdin ends. Stdout is protocol only; what is to be logged goes to stderr.

import { homedir } from 'node:os';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { redactedLogger } from '../core/detection/secrets/redactedLogger';
import { createServer } from './server';

const print = (message: string) => {
  process.stderr.write(`baton mcp: ${message}\n`);
};
const logger = redactedLogger({ info: print, warn: print, error: print });
const place = {
  cwd: process.cwd(),
  home: homedir(),
  env: process.env,
  logger,
  now: () => new Date(),
};

serveStdio(() => createServer(place), {
  onerror: (error) => {
    logger.warn(error.message);
  },
});
