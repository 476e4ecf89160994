// A conversation of two sentences, as each agent writes it down and where.

import type { AgentName } from '../transcript/transcriptEvent';

/** What the user of the sandbox asked for, which has to come back. */
export const doctorRequest = 'See whether the hooks work.';
export const doctorAnswer = 'They do.';

interface Told {
  readonly session: string;
  readonly cwd: string;
}

interface SampleTranscript {
  /** Below the home folder, with forward slashes. */
  readonly name: string;
  readonly text: string;
}

export function sampleTranscript(agent: AgentName, told: Told): SampleTranscript {
  const { name, lines } = samples[agent](told);
  return { name, text: lines.map((line) => `${JSON.stringify(line)}\n`).join('') };
}

const timestamp = '2026-01-15T10:00:00.000Z';
const first = '00000000-0000-4000-8000-000000000001';
const second = '00000000-0000-4000-8000-000000000002';

const samples: Readonly<
  Record<AgentName, (told: Told) => { readonly name: string; readonly lines: readonly object[] }>
> = {
  claude: ({ session, cwd }) => {
    const common = { isSidechain: false, sessionId: session, cwd, version: '2.1.325', timestamp };
    const content = [{ type: 'text', text: doctorAnswer }];
    return {
      name: `.claude/projects/doctor/${session}.jsonl`,
      lines: [
        {
          ...common,
          ...{ parentUuid: null, type: 'user', uuid: first },
          message: { role: 'user', content: doctorRequest },
        },
        {
          ...common,
          ...{ parentUuid: first, type: 'assistant', uuid: second },
          message: { id: 'msg_doctor', role: 'assistant', content },
        },
      ],
    };
  },
  codex: ({ session, cwd }) => {
    const message = (role: string, type: string, text: string) => ({
      timestamp,
      type: 'response_item',
      payload: { type: 'message', role, content: [{ type, text }] },
    });
    return {
      name: `.codex/sessions/2026/01/15/rollout-2026-01-15T10-00-00-${session}.jsonl`,
      lines: [
        { timestamp, type: 'session_meta', payload: { id: session, cwd, cli_version: '0.166.0' } },
        message('user', 'input_text', doctorRequest),
        message('assistant', 'output_text', doctorAnswer),
      ],
    };
  },
  gemini: ({ session }) => ({
    name: `.gemini/tmp/doctor/chats/session-2026-01-15T10-00-${session.slice(0, 8)}.jsonl`,
    lines: [
      { sessionId: session, projectHash: 'doctor', startTime: timestamp, kind: 'main' },
      { id: first, timestamp, type: 'user', content: [{ text: doctorRequest }] },
      { id: second, timestamp, type: 'gemini', content: doctorAnswer },
    ],
  }),
  qwen: ({ session, cwd }) => {
    const common = { sessionId: session, timestamp, cwd, version: '0.24.4' };
    return {
      name: `.qwen/projects/-doctor/chats/${session}.jsonl`,
      lines: [
        {
          ...common,
          ...{ uuid: first, parentUuid: null, type: 'user', provenance: 'real_user' },
          message: { role: 'user', parts: [{ text: doctorRequest }] },
        },
        {
          ...common,
          ...{ uuid: second, parentUuid: first, type: 'assistant' },
          message: { role: 'model', parts: [{ text: doctorAnswer }] },
        },
      ],
    };
  },
};
