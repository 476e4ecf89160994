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

export interface Notification {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export interface Request {
  readonly id: number;
  readonly answer: Promise<Answer>;
}

export interface McpClient {
  readonly pid: number;
  request(method: string, params?: object): Promise<Answer>;
  call(tool: string, args: object): Promise<Answer>;
  /** For one that is cancelled, or told of on its way. */
  begin(method: string, params: object): Request;
  notify(method: string, params: object): void;
  /** What the server told unasked, so far. */
  readonly notifications: readonly Notification[];
  write(line: string): void;
  kill(signal: NodeJS.Signals): Promise<{ readonly code: unknown; readonly signal: unknown }>;
  /** Closes stdin; all that was ever printed, and how it ended. */
  end(): Promise<{ readonly lines: string[]; readonly stderr: string; readonly code: unknown }>;
}

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

type Server = ChildProcessByStdio<Writable, Readable, Readable>;

export interface ServerStart {
  readonly cwd: string;
  readonly env: Record<string, string>;
  /** The bundle in dist/ and its arguments. */
  readonly command?: readonly string[];
  /** What the client calls itself. */
  readonly client?: string;
}

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
  return async (start: ServerStart): Promise<McpClient> => {
    const server = spawnServer(start);
    running.add(server);
    server.once('exit', () => running.delete(server));
    return greeted(server, start);
  };
}

/** For who ends it itself. */
export function startMcpServer(start: ServerStart): Promise<McpClient> {
  return greeted(spawnServer(start), start);
}

function spawnServer({ cwd, env, command }: ServerStart): Server {
  const [bundle = '', ...args] = command ?? ['mcp.js'];
  return spawn(process.execPath, [path.resolve(repositoryRoot, 'dist', bundle), ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Of the built file. */
const repositoryRoot = /^.*(?=[\\/]out[\\/]test[\\/])/.exec(__dirname)?.[0] ?? '.';

async function greeted(server: Server, { client: name = 'test' }: ServerStart): Promise<McpClient> {
  const client = clientOf(server);
  await client.request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name, version: '1' },
  });
  client.notify('notifications/initialized', {});
  return client;
}

function clientOf(server: Server): McpClient {
  const lines: string[] = [];
  const notifications: Notification[] = [];
  const waiting = new Map<number, Waiting>();
  let stderr = '';
  let lastId = 0;
  server.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  createInterface({ input: server.stdout }).on('line', (line) => {
    lines.push(line);
    const message = JSON.parse(line) as Answer | Notification;
    if ('method' in message) {
      notifications.push(message);
    } else {
      waiting.get(message.id)?.resolve(message);
    }
  });
  const write = (line: string) => {
    server.stdin.write(`${line}\n`);
  };
  server.once('close', () => {
    waiting.forEach(({ reject }) => {
      reject(new Error(`the server ended: ${stderr}`));
    });
  });
  const notify = (method: string, params: object) => {
    write(JSON.stringify({ jsonrpc: '2.0', method, params }));
  };
  const begin = (method: string, params: object): Request => {
    const id = ++lastId;
    const answer = new Promise<Answer>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      write(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
    // One that is cancelled is never answered.
    answer.catch(() => undefined);
    return { id, answer };
  };
  const request = (method: string, params: object = {}) => begin(method, params).answer;
  return {
    pid: server.pid ?? 0,
    request,
    call: (tool, args) => request('tools/call', { name: tool, arguments: args }),
    begin,
    notify,
    notifications,
    write,
    kill: async (signal) => {
      const ended = once(server, 'exit');
      server.kill(signal);
      const [code, by] = (await ended) as unknown[];
      return { code, signal: by };
    },
    end: async () => {
      const closed = once(server, 'close');
      server.stdin.end();
      const [code] = (await closed) as unknown[];
      return { lines, stderr, code };
    },
  };
}
