// An agent that starts the MCP server and says nothing more: its server has it for a parent.

import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

const [root = ''] = process.argv.slice(2);
const server = spawn(process.execPath, [path.resolve('dist/cli.js'), 'mcp'], {
  cwd: root,
  stdio: ['pipe', 'pipe', 'ignore'],
});
createInterface({ input: server.stdout }).on('line', (line) => process.send?.(line));
server.on('exit', () => process.send?.('the server is gone'));
process.on('message', (message) => {
  server.stdin.write(`${JSON.stringify(message)}\n`);
});
process.send?.(server.pid);
