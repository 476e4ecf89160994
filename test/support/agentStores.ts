// Sessions in the stores of the four CLIs, with lines like those that the CLIs themselves write.

import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AgentName } from '../../src/core/transcript/transcriptEvent';

export interface StoredSession {
  readonly id: string;
  /** Where it was begun. */
  readonly cwd: string;
  readonly prompts: readonly string[];
  /** To each of them. */
  readonly answer?: string;
  readonly branch?: string;
  readonly tokens?: number;
  /** When it changed last. */
  readonly at?: Date;
}

/** Where a session of this id is, in this home. */
export function sessionPath(agent: AgentName, home: string, { id, cwd }: StoredSession): string {
  const slug = cwd.replaceAll(/[^A-Za-z0-9]/g, '-');
  const name = path.basename(cwd);
  return path.join(
    home,
    {
      claude: `.claude/projects/${slug}/${id}.jsonl`,
      codex: `.codex/sessions/2026/11/16/rollout-2026-11-16T10-00-00-${id}.jsonl`,
      gemini: `.gemini/tmp/${name}/chats/session-2026-11-16T10-00-${id.slice(0, 8)}.jsonl`,
      qwen: `.qwen/projects/${slug}/chats/${id}.jsonl`,
    }[agent],
  );
}

export function storeSession(agent: AgentName, home: string, session: StoredSession): string {
  const file = sessionPath(agent, home, session);
  mkdirSync(path.dirname(file), { recursive: true });
  if (agent === 'gemini') {
    writeFileSync(path.join(file, '../../.project_root'), session.cwd);
  }
  writeFileSync(file, sessionText(agent, session));
  const at = session.at ?? new Date(Date.now() - 60_000);
  utimesSync(file, at, at);
  return file;
}

export function sessionText(agent: AgentName, session: StoredSession): string {
  const lines = [
    ...heads[agent](session),
    ...session.prompts.flatMap((words, index) => turns[agent](session, words, index)),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

type Lines = object[];
const time = (index: number) => new Date(Date.UTC(2026, 10, 16, 10) + index * 1_000).toISOString();

const heads: Readonly<Record<AgentName, (session: StoredSession) => Lines>> = {
  claude: () => [],
  qwen: () => [],
  codex: ({ id, cwd, branch = 'main' }) => [
    {
      timestamp: time(0),
      ordinal: 0,
      type: 'session_meta',
      payload: { session_id: id, id, timestamp: time(0), cwd, source: 'exec', git: { branch } },
    },
  ],
  gemini: ({ id }) => [
    { sessionId: id, projectHash: '0', startTime: time(0), lastUpdated: time(0), kind: 'main' },
  ],
};

const turns: Readonly<
  Record<AgentName, (session: StoredSession, words: string, index: number) => Lines>
> = {
  claude: ({ id, cwd, branch = 'main', tokens = 910, answer: said = 'Heard.' }, content, index) => {
    const common = { isSidechain: false, cwd, sessionId: id, gitBranch: branch };
    const answer = [{ type: 'text', text: said }];
    const usage = { input_tokens: tokens - 10, output_tokens: 10 };
    return [
      {
        ...common,
        type: 'user',
        message: { role: 'user', content },
        uuid: `${id}-u${index}`,
        timestamp: time(index),
      },
      {
        ...common,
        type: 'assistant',
        message: { id: `msg_${index}`, role: 'assistant', content: answer, usage },
        uuid: `${id}-a${index}`,
        timestamp: time(index),
      },
    ];
  },
  codex: ({ tokens = 910, answer = 'Heard.' }, text, index) => {
    const item = (role: string, type: string, words: string) => ({
      timestamp: time(index),
      type: 'response_item',
      payload: {
        type: 'message',
        id: `msg_${role}_${index}`,
        role,
        content: [{ type, text: words }],
      },
    });
    const info = { last_token_usage: { input_tokens: tokens - 10, total_tokens: tokens } };
    return [
      item('user', 'input_text', text),
      item('assistant', 'output_text', answer),
      { timestamp: time(index), type: 'event_msg', payload: { type: 'token_count', info } },
    ];
  },
  gemini: ({ tokens = 910, answer = 'Heard.' }, text, index) => [
    { id: `u-${index}`, timestamp: time(index), type: 'user', content: [{ text }] },
    {
      id: `g-${index}`,
      timestamp: time(index),
      type: 'gemini',
      content: answer,
      tokens: { input: tokens - 10, output: 10, total: tokens },
    },
  ],
  qwen: ({ id, cwd, branch = 'main', tokens = 910, answer = 'Heard.' }, text, index) => {
    const common = { sessionId: id, timestamp: time(index), cwd, gitBranch: branch };
    return [
      {
        uuid: `u-${index}`,
        ...common,
        type: 'user',
        provenance: 'real_user',
        message: { role: 'user', parts: [{ text }] },
      },
      {
        uuid: `a-${index}`,
        ...common,
        type: 'assistant',
        message: { role: 'model', parts: [{ text: answer }] },
        usageMetadata: { promptTokenCount: tokens - 10, totalTokenCount: tokens },
      },
    ];
  },
};
