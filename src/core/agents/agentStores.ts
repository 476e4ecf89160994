// Where the four CLIs keep the transcripts of their sessions. The one place that knows.

import path from 'node:path';
import { transcriptsFolder } from '../retention/claudeFolder';
import type { AgentName } from '../transcript/transcriptEvent';

export interface StoresPlace {
  readonly home: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
}

const stores: Readonly<Record<AgentName, (of: StoresPlace) => string>> = {
  claude: transcriptsFolder,
  codex: ({ home, env }) => path.join(env.CODEX_HOME || path.join(home, '.codex'), 'sessions'),
  gemini: ({ home, env }) => path.join(env.GEMINI_CLI_HOME || home, '.gemini', 'tmp'),
  qwen: ({ home, env }) =>
    path.join(env.QWEN_RUNTIME_DIR || env.QWEN_HOME || path.join(home, '.qwen'), 'projects'),
};

/** Its folders are its own affair; below it, all transcripts are. */
export function storeOf(agent: AgentName, of: StoresPlace): string {
  return path.resolve(stores[agent](of));
}
