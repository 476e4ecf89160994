// Which reader reads whose transcripts. Loaded one at a time: a hook needs only its own agent's.

import type { AgentName, TranscriptReader } from './transcriptEvent';

const readers: Record<AgentName, () => Promise<TranscriptReader>> = {
  claude: async () => (await import('./claude')).claudeReader,
  codex: async () => (await import('./codex')).codexReader,
  gemini: async () => (await import('./gemini')).geminiReader,
  qwen: async () => (await import('./qwen')).qwenReader,
};

export async function readerOf(agent: AgentName): Promise<TranscriptReader> {
  return readers[agent]();
}
