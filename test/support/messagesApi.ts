// A model on loopback, as far as Claude Code talks to one: it does what the test says for each
// prompt, and keeps every request.

import {
  eventsAnswer,
  jsonAnswer,
  type LoopbackAnswer,
  type LoopbackRequest,
  toEventStream,
  useLoopbackServer,
} from './loopbackServer';

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
  let requests: MessagesRequest[] = [];
  let scripts: { readonly words: string; readonly turns: Turn[] }[] = [];
  const next = (request: MessagesRequest): Turn => {
    requests.push(request);
    if (isCompaction(request)) {
      return { text: `<summary>${compactionSummary}</summary>` };
    }
    const words = newestWords(request);
    const script = scripts.findLast((each) => words.includes(each.words));
    return script?.turns.shift() ?? { text: 'Done.' };
  };
  beforeEach(() => {
    requests = [];
    scripts = [];
  });
  const url = useLoopbackServer((request) => respondAsMessages(request, next) ?? notFound(request));
  return () => ({
    url: url(),
    answer: (words, ...turns) => void scripts.push({ words, turns }),
    requests,
  });
}

function notFound({ path }: LoopbackRequest): LoopbackAnswer {
  return jsonAnswer({ type: 'error', error: { type: 'not_found_error', message: path } }, 404);
}

/** Undefined for what is nothing of this API. */
export function respondAsMessages(
  { method, path, body }: LoopbackRequest,
  answer: (request: MessagesRequest) => Turn,
): LoopbackAnswer | undefined {
  if (path === '/v1/messages/count_tokens') {
    return jsonAnswer({ input_tokens: 1_000 });
  }
  if (method !== 'POST' || path !== '/v1/messages') {
    return undefined;
  }
  const request = JSON.parse(body) as MessagesRequest;
  const message = toMessage(request.model, answer(request));
  return request.stream ? eventsAnswer(toEvents(message)) : jsonAnswer(message);
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
  return toEventStream(events, true);
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
