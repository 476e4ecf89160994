// The client that the authors of the Model Context Protocol publish, with servers of its own.

import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export interface OfficialStart {
  readonly cwd: string;
  readonly env: Record<string, string>;
  /** Of Baton; the bundle of the server unless told. */
  readonly args?: readonly string[];
  readonly mode?: 'legacy' | 'auto';
}

export interface ConnectedClient {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  /** What the client complained about. */
  readonly problems: readonly string[];
  readonly stderr: () => string;
}

/** Clients for the suite that calls this; those that are left are closed after each test. */
export function useOfficialClients() {
  const open: Client[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((client) => client.close()));
  });
  return async ({ cwd, env, args, mode = 'auto' }: OfficialStart): Promise<ConnectedClient> => {
    const client = new Client(
      { name: 'claude-code', version: '1' },
      { versionNegotiation: { mode } },
    );
    const [bundle = 'mcp.js', ...words] = args ?? [];
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [path.resolve('dist', bundle), ...words],
      cwd,
      env,
      stderr: 'pipe',
    });
    let stderr = '';
    transport.stderr?.on('data', (text: Buffer) => (stderr += text.toString()));
    const problems: string[] = [];
    client.onerror = (error) => problems.push(error.message);
    await client.connect(transport);
    open.push(client);
    return { client, transport, problems, stderr: () => stderr };
  };
}
