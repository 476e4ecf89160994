import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { createSampleProject } from '../../scripts/sample/sampleProject';
import { compare } from './measure';
import type { Row } from './row';

const runs = 41;

/** How long an agent waits for the tools of a server that it starts. */
export async function benchMcp(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'baton-bench-'));
  const env = { PATH: process.env.PATH, HOME: folder, BATON_HOME: path.join(folder, 'data') };
  const start = (...args: string[]) =>
    spawn(process.execPath, args, { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] });
  let server: Server | undefined;
  const listed = async () => {
    server = start(path.resolve('dist/cli.js'), 'mcp');
    await listTools(server);
  };
  const ended = async () => {
    if (server) {
      const exit = once(server, 'exit');
      server.stdin.end();
      await exit;
    }
  };
  try {
    await createSampleProject(folder);
    // Node keeps the compiled code when the first one ends.
    await listed();
    return [
      await compare(
        runs,
        'baton mcp, from its start to the list of its tools',
        listed,
        'node -e 0',
        () => once(start('-e', '0'), 'exit'),
        ended,
      ),
    ];
  } finally {
    await ended();
    rmSync(folder, { recursive: true });
  }
}

type Server = ChildProcessByStdio<Writable, Readable, null>;

/** As agents do: what they may ask for is known after the first answer. */
async function listTools({ stdin, stdout }: Server): Promise<void> {
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const ask = async (id: number, method: string, params: object) => {
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const answer = JSON.parse(String((await lines.next()).value)) as { result?: object };
    if (!answer.result) {
      throw new Error(`${method}: ${JSON.stringify(answer)}`);
    }
  };
  await ask(1, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  });
  stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  await ask(2, 'tools/list', {});
}
