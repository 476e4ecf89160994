// A server on loopback for each test of a suite, for what stands in for somebody else's.

import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

export interface LoopbackRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export interface LoopbackAnswer {
  readonly status?: number;
  readonly type?: string;
  readonly body: string;
}

export function jsonAnswer(value: unknown, status = 200): LoopbackAnswer {
  return { status, body: JSON.stringify(value) };
}

export function eventsAnswer(body: string): LoopbackAnswer {
  return { type: 'text/event-stream', body };
}

/** One `data:` line each, with its name before it where it has one. */
export function toEventStream(
  events: readonly (string | { readonly type?: string })[],
  named = false,
): string {
  return events
    .map((each) => {
      const name = named && typeof each !== 'string' ? `event: ${each.type ?? ''}\n` : '';
      return `${name}data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`;
    })
    .join('');
}

/** Its address, while a test runs; closed after it. */
export function useLoopbackServer(
  respond: (request: LoopbackRequest) => LoopbackAnswer,
): () => string {
  let url: string | undefined;
  let close: () => Promise<void> = () => Promise.resolve();
  beforeEach(async () => {
    ({ url, close } = await startServer(respond));
  });
  afterEach(() => close());
  return () => {
    if (url === undefined) {
      throw new Error('The server is there within tests only.');
    }
    return url;
  };
}

async function startServer(
  respond: (request: LoopbackRequest) => LoopbackAnswer,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((incoming, response) => {
    // Who is not answered notices it: a test that hangs up, or a body that is no JSON.
    handle(incoming, response, respond).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function handle(
  incoming: IncomingMessage,
  response: ServerResponse,
  respond: (request: LoopbackRequest) => LoopbackAnswer,
): Promise<void> {
  const body = await readText(incoming);
  const { pathname } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
  const answer = respond({ method: incoming.method ?? '', path: pathname, body });
  const { status = 200, type = 'application/json' } = answer;
  response.writeHead(status, { 'content-type': type });
  response.end(answer.body);
}
