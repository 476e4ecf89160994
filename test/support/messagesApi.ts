// A model on loopback, as far as Claude Code talks to one: it does what the test says for each
// prompt, and keeps every request.

import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

export interface MessagesRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly system?: unknown;
  readonly messages: readonly ApiMessage[];
  readonly tools?: readonly { readonly name: string }[];
}

export interface ApiMessage {
  readonly role: string;
  readonly content: string | readonly Block[];
}

interface Block {
  readonly type: string;
  readonly text?: string;
}

/** One answer of the model. */
export interface Turn {
  readonly text?: string;
  readonly calls?: readonly { readonly tool: string; readonly input: object }[];
  /** The tokens that it says the request had. */
  readonly inputTokens?: number;
}

export interface MessagesApi {
  readonly url: string;
  /** What the model answers, one after the other, while these are in the newest words of the user. */
  answer(words: string, ...turns: Turn[]): void;
  /** Everything asked of the model so far, except to count tokens. */
  readonly requests: readonly MessagesRequest[];
}

export const compactionSummary = 'What was said so far, in the words of the stand-in.';

/** A server for each test of the suite that calls this, closed after it. */
export function useMessagesApi(): () => MessagesApi {
  let api: MessagesApi | undefined;
  let close: () => Promise<void> = () => Promise.resolve();
  beforeEach(async () => {
    ({ api, close } = await startMessagesApi());
  });
  afterEach(() => close());
  return () => {
    if (api === undefined) {
      throw new Error('The server is there within tests only.');
    }
    return api;
  };
}

async function startMessagesApi(): Promise<{ api: MessagesApi; close: () => Promise<void> }> {
  const requests: MessagesRequest[] = [];
  const scripts: { readonly words: string; readonly turns: Turn[] }[] = [];
  const next = (request: MessagesRequest): Turn => {
    if (isCompaction(request)) {
      return { text: `<summary>${compactionSummary}</summary>` };
    }
    const words = newestWords(request);
    const script = scripts.findLast((each) => words.includes(each.words));
    return script?.turns.shift() ?? { text: 'Done.' };
  };
  const server = createServer((incoming, response) => {
    const answer = (request: MessagesRequest): Turn => {
      requests.push(request);
      return next(request);
    };
    // Who is not answered notices it: a test that hangs up, or a body that is no JSON.
    respond(incoming, response, answer).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    api: {
      url: `http://127.0.0.1:${port}`,
      answer: (words, ...turns) => void scripts.push({ words, turns }),
      requests,
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function respond(
  incoming: IncomingMessage,
  response: ServerResponse,
  answer: (request: MessagesRequest) => Turn,
): Promise<void> {
  const body = await readText(incoming);
  const { pathname } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
  const json = (status: number, value: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };
  if (incoming.method === 'POST' && pathname === '/v1/messages') {
    const request = JSON.parse(body) as MessagesRequest;
    const message = toMessage(request.model, answer(request));
    if (request.stream) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(toEvents(message));
    } else {
      json(200, message);
    }
  } else if (pathname === '/v1/messages/count_tokens') {
    json(200, { input_tokens: 1_000 });
  } else {
    json(404, { type: 'error', error: { type: 'not_found_error', message: pathname } });
  }
}

let lastId = 0;

function toMessage(model: string, { text, calls = [], inputTokens = 1_000 }: Turn) {
  const id = (kind: string): string => `${kind}_${String(++lastId).padStart(12, '0')}`;
  return {
    id: id('msg'),
    type: 'message',
    role: 'assistant',
    model,
    content: [
      ...(text === undefined ? [] : [{ type: 'text' as const, text }]),
      ...calls.map(({ tool, input }) => ({
        type: 'tool_use' as const,
        id: id('toolu'),
        name: tool,
        input,
      })),
    ],
    stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: {
      input_tokens: inputTokens,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: 10,
    },
  };
}

/** The same message piece by piece: each block begins empty, and its content is a delta. */
function toEvents(message: ReturnType<typeof toMessage>): string {
  const { content, stop_reason, stop_sequence, usage } = message;
  const events = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    ...content.flatMap((block, index) => [
      {
        type: 'content_block_start',
        index,
        content_block: block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} },
      },
      {
        type: 'content_block_delta',
        index,
        delta:
          block.type === 'text'
            ? { type: 'text_delta', text: block.text }
            : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
      },
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage },
    { type: 'message_stop' },
  ];
  return events.map((each) => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`).join('');
}

/** All that the model is told in a request, message by message. */
export function toldIn({ messages }: MessagesRequest): string {
  return messages.map(textOf).join('\n\n');
}

/** The last words that are the user's: results of tools and what the harness adds are not. */
function newestWords({ messages }: MessagesRequest): string {
  const said = messages
    .filter(({ role }) => role === 'user')
    .map((message) =>
      textOf(message)
        .replace(/<system-reminder>[\s\S]*?<\/system-reminder>/g, '')
        .trim(),
    );
  return said.findLast((words) => words !== '') ?? '';
}

function isCompaction(request: MessagesRequest): boolean {
  return newestWords(request).includes('create a detailed summary of the conversation');
}

function textOf({ content }: ApiMessage): string {
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n');
}
