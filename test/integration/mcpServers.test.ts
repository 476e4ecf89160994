import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { version } from '../../package.json';
import type { BatonApi } from '../../src/extension/extension';
import { activateBaton, eventually } from './batonApi';

describe('the MCP server for the agents of VS Code', () => {
  let api: BatonApi;

  before(async () => {
    api = await activateBaton();
    await eventually('the project', () => api.projects.all[0]?.snapshot, Boolean);
  });

  it('is offered for the project, and what is offered is a server', async () => {
    const [offered, ...others] = api.mcpServers.all();
    assert.deepEqual(others, []);
    assert.ok(offered);
    assert.equal(offered.label, 'Baton');
    assert.equal(offered.version, version);
    assert.equal(offered.cwd?.fsPath, api.projects.all[0]?.root);
    const server = spawn(offered.command, offered.args, {
      cwd: offered.cwd?.fsPath,
      env: { ...process.env, ...(offered.env as Record<string, string>) },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    try {
      const answers: { id: number; result: Record<string, unknown> }[] = [];
      createInterface({ input: server.stdout }).on('line', (line) => {
        answers.push(JSON.parse(line) as (typeof answers)[number]);
      });
      const send = (message: object) => {
        server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
      };
      send({
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'window', version: '1' },
        },
      });
      await eventually(
        'its name',
        () => answers.length,
        (count) => count === 1,
        15_000,
      );
      send({ method: 'notifications/initialized' });
      send({ id: 2, method: 'tools/list' });
      await eventually(
        'its tools',
        () => answers.length,
        (count) => count === 2,
        15_000,
      );
      const tools = answers[1]?.result.tools as { name: string }[];
      assert.ok(tools.some(({ name }) => name === 'blocker_report'));
    } finally {
      server.kill('SIGKILL');
    }
  });
});
