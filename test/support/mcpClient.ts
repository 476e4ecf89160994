import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

export interface Answer {
  readonly id: number;
  readonly result?: {
    readonly isError?: boolean;
    readonly content?: readonly { readonly text: string }[];
    readonly structuredContent?: Readonly<Record<string, unknown>>;
    readonly [name: string]: unknown;
  };
  readonly error?: { readonly code: number; readonly message: string };
}

export interface McpClient {
  request(method: string, params?: object): Promise<Answer>;
  call(tool: string, args: object): Promise<Answer>;
  write(line: string): void;
  /** Closes stdin; all that was ever printed, and how it ended. */
  end(): Promise<{ readonly lines: string[]; readonly stderr: string; readonly code: unknown }>;
}

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

type Server = ChildProcessByStdio<Writable, Readable, Readable>;

/** Servers in processes of their own, spoken to as agents do; those left are ended after each test. */
export function useMcpServers() {
  const running = new Set<Server>();
  afterEach(async () => {
    await Promise.all(
      [...running].map(async (server) => {
        const end = once(server, 'exit');
        server.kill('SIGKILL');
        await end;
      }),
    );
  });
  return async (start: {
    readonly cwd: string;
    readonly env: Record<string, string>;
    /** The bundle in dist/ and its arguments. */
    readonly command?: readonly string[];
  }): Promise<McpClient> => {
    const [bundle = '', ...args] = start.command ?? ['mcp.js'];
    const server = spawn(process.execPath, [path.resolve('dist', bundle), ...args], {
      cwd: start.cwd,
      env: { PATH: process.env.PATH, ...start.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    running.add(server);
    server.once('exit', () => running.delete(server));
    const client = clientOf(server);
    await client.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    client.write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
    return client;
  };
}

function clientOf(server: Server): McpClient {
  const lines: string[] = [];
  const waiting = new Map<number, Waiting>();
  let stderr = '';
  let lastId = 0;
  server.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  createInterface({ input: server.stdout }).on('line', (line) => {
    lines.push(line);
    const answer = JSON.parse(line) as Answer;
    waiting.get(answer.id)?.resolve(answer);
  });
  const write = (line: string) => {
    server.stdin.write(`${line}\n`);
  };
  server.once('close', () => {
    waiting.forEach(({ reject }) => {
      reject(new Error(`the server ended: ${stderr}`));
    });
  });
  const request = (method: string, params: object = {}) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.set(++lastId, { resolve, reject });
      write(JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }));
    });
  return {
    request,
    call: (tool, args) => request('tools/call', { name: tool, arguments: args }),
    write,
    end: async () => {
      const closed = once(server, 'close');
      server.stdin.end();
      const [code] = (await closed) as unknown[];
      return { lines, stderr, code };
    },
  };
}
