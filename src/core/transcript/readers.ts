// The reader of each agent's transcripts, loaded when it is needed.

import type { AgentName, TranscriptReader } from './transcriptEvent';

export async function readerOf(agent: AgentName): Promise<TranscriptReader> {
  switch (agent) {
    case 'claude':
      return (await import('./claude')).claudeReader;
    default:
      throw new Error(`no reader for ${agent}`);
  }
}
