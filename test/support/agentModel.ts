// A model on loopback for the four CLIs, each in the API that it talks to. It answers with what the test
// says for the newest words of the user, and keeps what it was told in each request.

import {
  eventsAnswer,
  jsonAnswer,
  type LoopbackAnswer,
  type LoopbackRequest,
  toEventStream,
  useLoopbackServer,
} from './loopbackServer';
import { type MessagesRequest, respondAsMessages } from './messagesApi';

export interface AgentModel {
  readonly url: string;
  /** What it was told, request by request: the words of the user and its own, in order. */
  readonly told: readonly string[];
  /** All of each request, as it came. */
  readonly bodies: readonly string[];
  /** What it answers while these are in the newest words of the user; else it says "Heard." */
  answer(words: string, text: string): void;
}

/** A model for each test of the suite that calls this. */
export function useAgentModel(): () => AgentModel {
  let told: string[] = [];
  let bodies: string[] = [];
  let answers: { readonly words: string; readonly text: string }[] = [];
  const reply = (said: readonly Said[]): string => {
    told.push(said.map(({ text }) => text).join('\n'));
    const newest = said.findLast(({ role, text }) => role === 'user' && isWords(text))?.text ?? '';
    return answers.findLast(({ words }) => newest.includes(words))?.text ?? 'Heard.';
  };
  beforeEach(() => {
    told = [];
    bodies = [];
    answers = [];
  });
  const url = useLoopbackServer((request) => {
    bodies.push(request.body);
    return (
      asMessages(request, reply) ??
      asResponses(request, reply) ??
      asChat(request, reply) ??
      asGemini(request, reply) ??
      jsonAnswer({ error: { message: request.path } }, 404)
    );
  });
  return () => ({
    url: url(),
    told,
    bodies,
    answer: (words, text) => void answers.push({ words, text }),
  });
}

interface Said {
  readonly role: string;
  readonly text: string;
}

type Reply = (said: readonly Said[]) => string;

/** What CLIs say in the user's name comes in tags. */
function isWords(text: string): boolean {
  return text.replaceAll(/<([a-z_-]+)>[\s\S]*?<\/\1>/g, '').trim() !== '';
}

function asMessages(request: LoopbackRequest, reply: Reply): LoopbackAnswer | undefined {
  return respondAsMessages(request, ({ messages }: MessagesRequest) => ({
    text: reply(messages.map(({ role, content }) => ({ role, text: textOf(content) }))),
  }));
}

/** OpenAI's Responses, for Codex. */
function asResponses({ path, body }: LoopbackRequest, reply: Reply): LoopbackAnswer | undefined {
  if (!path.endsWith('/responses')) {
    return undefined;
  }
  const { input } = JSON.parse(body) as { readonly input: readonly Item[] };
  const text = reply(input.map(({ role = '', content }) => ({ role, text: textOf(content) })));
  const id = `resp_${nextNumber()}`;
  const item = {
    type: 'message',
    id: `msg_${nextNumber()}`,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  };
  const usage = { input_tokens: 900, output_tokens: 10, total_tokens: 910 };
  return eventsAnswer(
    toEventStream(
      [
        { type: 'response.created', response: { id, status: 'in_progress' } },
        { type: 'response.output_item.done', output_index: 0, item },
        {
          type: 'response.completed',
          response: { id, status: 'completed', output: [item], usage },
        },
      ].map((each) => each as { type: string }),
      true,
    ),
  );
}

interface Item {
  readonly role?: string;
  readonly content?: unknown;
}

/** OpenAI's Chat Completions, for Qwen Code. */
function asChat({ path, body }: LoopbackRequest, reply: Reply): LoopbackAnswer | undefined {
  if (!path.endsWith('/chat/completions')) {
    return undefined;
  }
  const { messages, stream, model } = JSON.parse(body) as {
    readonly messages: readonly Item[];
    readonly stream?: boolean;
    readonly model: string;
  };
  const content = reply(
    messages.map((each) => ({ role: each.role ?? '', text: textOf(each.content) })),
  );
  const head = { id: `chatcmpl-${nextNumber()}`, created: 1_700_000_000, model };
  const usage = { prompt_tokens: 900, completion_tokens: 10, total_tokens: 910 };
  const whole = { role: 'assistant', content };
  if (!stream) {
    const choices = [{ index: 0, message: whole, finish_reason: 'stop' }];
    return jsonAnswer({ ...head, object: 'chat.completion', choices, usage });
  }
  const piece = (delta: object, finish_reason: string | null, more: object = {}) => ({
    ...head,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason }],
    ...more,
  });
  return eventsAnswer(
    toEventStream([piece(whole, null), piece({}, 'stop', { usage }), '[DONE]'] as string[]),
  );
}

/** For Gemini CLI, which also asks which model to use, and wants JSON then. */
function asGemini({ path, body }: LoopbackRequest, reply: Reply): LoopbackAnswer | undefined {
  const method = /:(\w+)$/.exec(path)?.[1];
  if (method === 'countTokens') {
    return jsonAnswer({ totalTokens: 900 });
  }
  if (method !== 'generateContent' && method !== 'streamGenerateContent') {
    return undefined;
  }
  const { contents, generationConfig } = JSON.parse(body) as {
    readonly contents: readonly { readonly role?: string; readonly parts?: unknown }[];
    readonly generationConfig?: { readonly responseMimeType?: string };
  };
  const text =
    generationConfig?.responseMimeType === 'application/json'
      ? JSON.stringify({ reasoning: 'It is simple.', model_choice: 'flash' })
      : reply(contents.map(({ role = 'user', parts }) => ({ role, text: textOf(parts) })));
  const answer = {
    candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 900, candidatesTokenCount: 10, totalTokenCount: 910 },
  };
  return method === 'generateContent'
    ? jsonAnswer(answer)
    : eventsAnswer(toEventStream([JSON.stringify(answer)]));
}

function textOf(content: unknown): string {
  if (typeof content === 'string') {
    return content;
  }
  const parts = Array.isArray(content) ? (content as { readonly text?: unknown }[]) : [];
  return parts.map(({ text }) => (typeof text === 'string' ? text : '')).join('\n');
}

let last = 0;

function nextNumber(): string {
  return String(++last).padStart(8, '0');
}
